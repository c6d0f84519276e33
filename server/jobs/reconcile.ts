import { settleAfterSale } from "../checkout/after-sale.ts";
import { carryOut } from "../checkout/cancel-plan.ts";
import { closeUnpaid } from "../checkout/close-unpaid.ts";
import { endPlan } from "../checkout/end-plan.ts";
import type { AfterSale } from "../checkout/news.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { followRefund, resumeRefund } from "../checkout/refund.ts";
import { look, settle } from "../checkout/settle.ts";
import { findBought } from "../db/bought.ts";
import { beginCall, endCall } from "../db/calls-under-way.ts";
import { type Checkout, noteAsked } from "../db/checkouts.ts";
import { findPlansToCancel } from "../db/cancelled-plans.ts";
import { findForgotten, isForgotten } from "../db/forgotten.ts";
import { findOpenRefunds, noteRefundAsked } from "../db/open-refunds.ts";
import { findReturnedPlans, noteAskedToEnd } from "../db/returned-plans.ts";
import { findUnreviewed, noteReview } from "../db/reviews.ts";
import { hasRenewed } from "../db/subscriptions.ts";
import {
  dropLeftOf,
  isLeft,
  noteProblem,
  receiveEvent,
} from "../db/webhook-events.ts";
import { describeError, type Log } from "../log.ts";
import { digestOf } from "../token.ts";
import { besideEachOther, type Round } from "./by-provider.ts";

/** Of a round, as long as providers are asked: each kind of question has a share, and what those before it have left. */
const ASKING_MS = 120_000;
/** Of each provider; of all but plans, as many again until the time is over. */
const CHECKOUTS_AT_ONCE = 50;
const REFUNDS_AT_ONCE = 50;
const REVIEWS_AT_ONCE = 200;
const PLANS_AT_ONCE = 50;

type ReconcileServices = PaymentServices & { readonly log: Log };

/**
 * Asks the providers about everything that they have not told the end of: checkouts that were forgotten, refunds without
 * an answer, what happened to what was sold; and ends plans whose money went back, or whose buyers have asked for that.
 */
export async function reconcile(services: ReconcileServices): Promise<void> {
  const time = () => services.now().getTime();
  const parts = [closeForgotten, askAboutRefunds, reviewSold, endPlans];
  let until = time();
  const round = besideEachOther(services.log, () => time() >= until);
  for (const part of parts) {
    until += ASKING_MS / parts.length;
    await part(services, round);
  }
}

const orderOf = ({ checkout_id }: { readonly checkout_id: string }) =>
  checkout_id;

/** The provider is asked first: a checkout that was paid after all is paid, and time closes none that is unknown. */
async function closeForgotten(
  services: ReconcileServices,
  round: Round,
): Promise<void> {
  const { db, now } = services;
  const note = async (checkout: Checkout, isUnknown: boolean) =>
    noteAsked(db, checkout.checkout_id, {
      now: now(),
      knowledge:
        isUnknown && isForgotten(checkout, now())
          ? await whatIsUnknown(services, checkout)
          : "known",
    });
  await round({
    find: () => findForgotten(db, now(), CHECKOUTS_AT_ONCE),
    idOf: orderOf,
    message: "checkout not closed",
    work: async (checkout) => {
      // What fails was asked as well: until its next turn, nobody can say anything of it.
      let isUnknown = true;
      try {
        isUnknown = (await closeOne(services, checkout)) === "unknown";
      } finally {
        await note(checkout, isUnknown);
      }
    },
    leave: (checkout) => note(checkout, true),
  });
}

/**
 * A form that a visitor was given and never sent leaves nothing behind. Where its provider cannot be asked, that is all
 * there is to know, unless a message of it could not be dealt with, or its plan was renewed; a charge that we asked for
 * is another matter.
 */
async function whatIsUnknown(
  { db, providers }: ReconcileServices,
  checkout: Checkout,
): Promise<"unknown" | "untold"> {
  const { checkout_id, way, status } = checkout;
  const canBeAsked = providers.of(checkout)?.look !== undefined;
  const wasAskedFor = way === "saved" && status === "open";
  return canBeAsked ||
    wasAskedFor ||
    (await isLeft(db, checkout_id)) ||
    (await hasRenewed(db, checkout_id))
    ? "unknown"
    : "untold";
}

/**
 * A charge without an answer may still be asked for again by its visitor, for as long as others may be paid, and nobody
 * pays for what they have bought by another order. Nothing is charged for a checkout while it is closed, and none is
 * closed while it is charged.
 */
async function closeOne(
  services: ReconcileServices,
  checkout: Checkout,
): Promise<"unknown" | "asked"> {
  const { db, now } = services;
  const { checkout_id: id } = checkout;
  const since = now();
  const isOver =
    isForgotten(checkout, since) || (await findBought(db, checkout)) !== null;
  if (isOver && !(await beginCall(db, id, "closing", since))) return "asked";
  try {
    const found = await look(services, checkout);
    if (found === "unknown") return found;
    if (found === null && !isOver) return "asked";
    if (found === null) await closeUnpaid(services, checkout);
    else await settle(services, checkout, found);
    return "asked";
  } finally {
    await endCall(db, id, "closing", since);
  }
}

/** A refund whose answer got lost is asked for again, which the provider makes once; one that it took up is asked after. */
async function askAboutRefunds(
  services: ReconcileServices,
  round: Round,
): Promise<void> {
  const { db, now } = services;
  await round({
    find: () => findOpenRefunds(db, now(), REFUNDS_AT_ONCE),
    idOf: ({ refund_id }) => refund_id,
    message: "refund not asked for",
    work: async (refund) => {
      const { checkout_id, refund_id, reference } = refund;
      await noteRefundAsked(db, refund_id, now());
      await (reference === null
        ? resumeRefund(services, checkout_id, refund_id)
        : followRefund(services, refund, reference));
    },
  });
}

/** Who can be asked what happened to what was sold. */
export function reviewedBy({
  all,
}: PaymentServices["providers"]): readonly string[] {
  return all.filter((one) => one.review).map(({ id }) => id);
}

/** Providers that send no messages are asked what happened to what was sold. */
async function reviewSold(
  services: ReconcileServices,
  round: Round,
): Promise<void> {
  const { db, now, providers } = services;
  const asked = reviewedBy(providers);
  await round({
    find: () => findUnreviewed(db, asked, now(), REVIEWS_AT_ONCE),
    idOf: orderOf,
    message: "sale not reviewed",
    work: async (checkout) => {
      const { checkout_id } = checkout;
      await noteReview(db, checkout_id, { asked_at: now() });
      const told = await providers.of(checkout)?.review?.(checkout);
      const faults: Fault[] = (told?.faults ?? []).map((error) => ({ error }));
      // What cannot be written down holds up nothing that came after it.
      for (const about of failuresLast(told?.news ?? []))
        await settleAfterSale(services, checkout, about).catch(
          (error: unknown) => faults.push({ error, about }),
        );
      await noteFaults(services, checkout, faults);
      await noteReview(db, checkout_id, { reviewed_at: now() });
      if (faults[0] !== undefined) throw faults[0].error;
    },
  });
}

/** What cannot be written down of a sale, and why. */
interface Fault {
  readonly error: unknown;
  readonly about?: AfterSale;
}

/** It is left for somebody to look at, until it can be written down. */
async function noteFaults(
  { db, now }: ReconcileServices,
  { checkout_id, provider }: Checkout,
  faults: readonly Fault[],
): Promise<void> {
  const type = "review";
  if (faults.length === 0)
    return dropLeftOf(db, checkout_id, (left) => left === type, now());
  for (const { error, about } of faults) {
    const problem = describeError(error).error;
    // Each fault once: whoever has looked at it is not shown it every day.
    const event_id = `${type}-${checkout_id}-${digestOf({ problem, about })}`;
    await receiveEvent(db, { event_id, provider, type, checkout_id }, now());
    await noteProblem(db, event_id, { problem, no_order: false });
  }
}

/** Nobody is told that a renewal could not be paid that was paid since, and told of in the same answer. */
function failuresLast(news: readonly AfterSale[]): readonly AfterSale[] {
  const isFailure = ({ kind }: AfterSale) => kind === "failed-renewal";
  return [...news.filter((one) => !isFailure(one)), ...news.filter(isFailure)];
}

async function endPlans(
  services: ReconcileServices,
  round: Round,
): Promise<void> {
  await endReturned(services, round);
  await endAsked(services, round);
}

/** What was paid went back, so nobody is charged again. A plan that its provider cannot end holds up none of the others. */
async function endReturned(
  services: ReconcileServices,
  round: Round,
): Promise<void> {
  const { db, now, providers } = services;
  const able = providers.all.filter((one) => one.endPlan).map(({ id }) => id);
  await round({
    find: () => findReturnedPlans(db, able, PLANS_AT_ONCE),
    idOf: orderOf,
    // One that cannot be ended is found in each round, and asked to end in its turn.
    batches: 1,
    message: "plan not ended",
    work: async (plan) => {
      await noteAskedToEnd(db, plan.checkout_id, now());
      await endPlan(services, plan);
    },
  });
}

/** Plans whose buyers have asked for their end, where the provider could not be asked at once. */
async function endAsked(
  services: ReconcileServices,
  round: Round,
): Promise<void> {
  const { db, now, providers } = services;
  const able = providers.all
    .filter((one) => one.cancelPlan)
    .map(({ id }) => id);
  await round({
    find: () => findPlansToCancel(db, able, PLANS_AT_ONCE),
    idOf: orderOf,
    batches: 1,
    message: "plan not cancelled",
    work: async (plan) => {
      await noteAskedToEnd(db, plan.checkout_id, now());
      await carryOut(services, plan);
    },
  });
}
