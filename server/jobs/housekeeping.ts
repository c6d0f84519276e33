import type { PaymentServices } from "../checkout/provider.ts";
import { countRefundsDue } from "../db/checkouts.ts";
import { deleteOutlived, findForgotten } from "../db/cleanup.ts";
import { describeError, type Log } from "../log.ts";
import { deliverMessages, type OutboxSettings } from "./outbox.ts";
import { isWaiting, refresh, settle } from "../checkout/settle.ts";

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
  const payments = await countRefundsDue(services.db);
  if (payments > 0)
    services.log({
      level: "error",
      message: "payments to give back",
      payments,
    });
}

/** The provider is asked first: a checkout that was paid after all is paid. */
async function closeForgotten(services: JobServices): Promise<void> {
  const forgotten = await findForgotten(
    services.db,
    services.now(),
    CHECKOUTS_AT_ONCE,
  );
  for (const checkout of forgotten) {
    try {
      const current = await refresh(services, checkout);
      if (!isWaiting(current)) continue;
      await services.providers.of(current)?.expire(current);
      await settle(services, current, { status: "cancelled" });
    } catch (error) {
      // The next round tries again; the others are not held up.
      const what = describeError(error);
      services.log({ level: "error", message: "checkout not closed", ...what });
    }
  }
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
