import type { PaymentServices } from "../checkout/provider.ts";
import { type Checkout, countUnknown, noteAsked } from "../db/checkouts.ts";
import { countRefundsDue } from "../db/payments.ts";
import { deleteOutlived, findForgotten } from "../db/cleanup.ts";
import type { Database } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";
import { deliverMessages, type OutboxSettings } from "./outbox.ts";
import { look, settle } from "../checkout/settle.ts";

const CLEAN_EVERY_MS = 600_000;
const DELIVER_EVERY_MS = 5_000;
const CHECKOUTS_AT_ONCE = 50;

interface JobServices extends PaymentServices {
  readonly log: Log;
}

/**
 * What a server does by itself from time to time. Every process may do it: each piece of work is taken by one of them
 * at a time, and doing it twice is doing it once. `services` are asked for at each
 * round. Answers the function that ends it, after the work at hand.
 */
export function startHousekeeping(
  services: () => JobServices,
  outbox: OutboxSettings | null,
): () => Promise<void> {
  const jobs = [
    // Not all processes of one start at the same moment.
    repeat(services().log, CLEAN_EVERY_MS * (0.8 + 0.4 * Math.random()), () =>
      clean(services()),
    ),
    ...(outbox === null
      ? []
      : [
          repeat(services().log, DELIVER_EVERY_MS, async () => {
            while ((await deliverMessages(services(), outbox)) > 0);
          }),
        ]),
  ];
  return async () => {
    await Promise.all(jobs.map((end) => end()));
  };
}

/** One round: forgotten checkouts are closed, and what is of no more use is deleted. */
export async function clean(services: JobServices): Promise<void> {
  await closeForgotten(services);
  const deleted = await deleteOutlived(services.db, services.now());
  if (deleted > 0)
    services.log({ level: "info", message: "cleaned up", deleted });
  await tell(services, "payments to give back", countRefundsDue);
  await tell(services, "payments nobody can say anything of", countUnknown);
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

function repeat(
  log: Log,
  everyMs: number,
  work: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = work()
      .catch((error: unknown) =>
        log({
          level: "error",
          message: "housekeeping failed",
          ...describeError(error),
        }),
      )
      .finally(() => {
        busy = false;
      });
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
