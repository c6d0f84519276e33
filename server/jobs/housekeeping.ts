import type { PaymentServices } from "../checkout/provider.ts";
import { type Checkout, countUnknown, noteAsked } from "../db/checkouts.ts";
import { countRefundsDue } from "../db/payments.ts";
import { deleteOutlived, findForgotten } from "../db/cleanup.ts";
import { countDead } from "../db/jobs.ts";
import { forgetPreviews } from "../db/previews.ts";
import type { Database } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";
import type { Queue } from "./run-queue.ts";
import { look, settle } from "../checkout/settle.ts";

const CHECKOUTS_AT_ONCE = 50;
/** A picture that nobody has come back for is deleted after seven days. */
export const PICTURES_KEPT_MS = 7 * 86_400_000;

interface JobServices extends PaymentServices {
  readonly log: Log;
}

/** What a server does by itself every ten minutes; `services` are asked for at each round. */
export function housekeeping(services: () => JobServices): Queue {
  return {
    name: "housekeeping",
    atOnce: 1,
    limitS: 300,
    // The next round is the next try.
    retries: 0,
    retryAfterS: 0,
    everyS: 600,
    handle: () => clean(services()),
  };
}

/** One round: forgotten checkouts are closed, and what is of no more use is deleted. */
export async function clean(services: JobServices): Promise<void> {
  await closeForgotten(services);
  const deleted = await deleteOutlived(services.db, services.now());
  await forgetPreviews(
    services.db,
    new Date(services.now().getTime() - PICTURES_KEPT_MS),
  );
  if (deleted > 0)
    services.log({ level: "info", message: "cleaned up", deleted });
  await tell(services, "payments to give back", countRefundsDue);
  await tell(services, "payments nobody can say anything of", countUnknown);
  const jobs = await countDead(services.db);
  if (jobs > 0) services.log({ level: "error", message: "dead letters", jobs });
}

/** Says in the log, at each round, how much there is that somebody has to look at. */
async function tell(
  { db, log }: JobServices,
  message: string,
  count: (db: Database) => Promise<number>,
): Promise<void> {
  const payments = await count(db);
  if (payments > 0) log({ level: "error", message, payments });
}

/** The provider is asked first: a checkout that was paid after all is paid, and time closes none that is unknown. */
async function closeForgotten(services: JobServices): Promise<void> {
  const forgotten = await findForgotten(
    services.db,
    services.now(),
    CHECKOUTS_AT_ONCE,
  );
  for (const checkout of forgotten) {
    try {
      await closeOne(services, checkout);
    } catch (error) {
      // The next round tries again; the others are not held up.
      const what = describeError(error);
      services.log({ level: "error", message: "checkout not closed", ...what });
    }
  }
}

async function closeOne(
  services: JobServices,
  checkout: Checkout,
): Promise<void> {
  const found = await look(services, checkout);
  const isUnknown = found === "unknown";
  await noteAsked(services.db, checkout.checkout_id, {
    now: services.now(),
    isUnknown,
  });
  if (isUnknown) return;
  if (found === null) await services.providers.of(checkout)?.expire(checkout);
  await settle(services, checkout, found ?? { status: "cancelled" });
}
