import { PICTURE_KEPT_DAYS } from "../../generated/privacy.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { type Checkout, noteAsked } from "../db/checkouts.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import { resumeRefund } from "../checkout/refund.ts";
import { countAttention } from "../db/attention.ts";
import { findUnanswered } from "../db/refunds.ts";
import { findUnreviewed, noteReviewed } from "../db/reviews.ts";
import { findReturnedPlans } from "../db/returned-plans.ts";
import { endPlan } from "../checkout/end-plan.ts";
import { deleteOutlived, findForgotten } from "../db/cleanup.ts";
import { eraseOutlived } from "../db/retention.ts";
import { countDead } from "../db/jobs.ts";
import { forgetPreviews } from "../db/previews.ts";
import { describeError, type Log } from "../log.ts";
import type { Queue } from "./run-queue.ts";
import { SESSION_TTL_S } from "../sessions/session.ts";
import { look, settle } from "../checkout/settle.ts";

const CHECKOUTS_AT_ONCE = 50;
const REVIEWS_AT_ONCE = 200;
const PEOPLE_AT_ONCE = 200;
/** Whoever asked for a refund is still waiting before. */
const UNANSWERED_MS = 60_000;
export const PICTURES_KEPT_MS = PICTURE_KEPT_DAYS * 86_400_000;

export interface JobServices extends PaymentServices {
  readonly log: Log;
  readonly retentionDays: number;
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

/**
 * One round: forgotten checkouts are closed, unanswered refunds asked for again, sales reviewed, and what is of no more
 * use is deleted.
 */
export async function clean(services: JobServices): Promise<void> {
  await closeForgotten(services);
  await askAboutRefunds(services);
  await reviewSold(services);
  await endReturned(services);
  const deleted = await deleteOutlived(services.db, services.now());
  await eraseOld(services);
  await forgetPreviews(
    services.db,
    new Date(services.now().getTime() - PICTURES_KEPT_MS),
  );
  if (deleted > 0)
    services.log({ level: "info", message: "cleaned up", deleted });
  for (const { message, count: payments } of await countAttention(services.db))
    if (payments > 0) services.log({ level: "error", message, payments });
  const jobs = await countDead(services.db);
  if (jobs > 0) services.log({ level: "error", message: "dead letters", jobs });
}

/** What people left is kept as long as the policy of their brand says. */
async function eraseOld(services: JobServices): Promise<void> {
  const { db, hosts, log, now, retentionDays } = services;
  const retention = {
    ofBrand: new Map(
      hosts.brands.map((brand) => [
        brand.id,
        brand.retentionDays ?? retentionDays,
      ]),
    ),
    otherwise: retentionDays,
    atOnce: PEOPLE_AT_ONCE,
    sessionMs: SESSION_TTL_S * 1_000,
  };
  await attempt(services, "people not erased", async () => {
    const erased = await eraseOutlived(db, retention, now());
    if (erased.sessions + erased.visitors > 0)
      log({ level: "info", message: "erased after their time", ...erased });
  });
}

/** The provider is asked first: a checkout that was paid after all is paid, and time closes none that is unknown. */
async function closeForgotten(services: JobServices): Promise<void> {
  const forgotten = await findForgotten(
    services.db,
    services.now(),
    CHECKOUTS_AT_ONCE,
  );
  for (const checkout of forgotten) {
    await attempt(services, "checkout not closed", () =>
      closeOne(services, checkout),
    );
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

/** A refund whose answer got lost is asked for again: the provider makes it once. */
async function askAboutRefunds(services: JobServices): Promise<void> {
  const before = new Date(services.now().getTime() - UNANSWERED_MS);
  const refunds = await findUnanswered(services.db, before, CHECKOUTS_AT_ONCE);
  for (const { checkout_id, refund_id } of refunds)
    await attempt(services, "refund not asked for", () =>
      resumeRefund(services, checkout_id, refund_id),
    );
}

/** What was paid went back, so nobody is charged again. */
async function endReturned(services: JobServices): Promise<void> {
  const { db, providers } = services;
  const able = providers.all.filter((one) => one.endPlan).map(({ id }) => id);
  const plans = await findReturnedPlans(db, able, CHECKOUTS_AT_ONCE);
  for (const plan of plans)
    await attempt(services, "plan not ended", () => endPlan(services, plan));
}

/** Providers that send no messages are asked what happened to what was sold. */
async function reviewSold(services: JobServices): Promise<void> {
  const { db, now, providers } = services;
  const ids = providers.all.filter((one) => one.review).map(({ id }) => id);
  const sold = await findUnreviewed(db, ids, now(), REVIEWS_AT_ONCE);
  for (const checkout of sold)
    await attempt(services, "sale not reviewed", async () => {
      await noteReviewed(db, checkout.checkout_id, now());
      const news = (await providers.of(checkout)?.review?.(checkout)) ?? [];
      for (const one of news) await settleAfterSale(services, checkout, one);
    });
}

/** The next round tries again what fails; the others are not held up. */
async function attempt(
  { log }: JobServices,
  message: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log({ level: "error", message, ...describeError(error) });
  }
}
