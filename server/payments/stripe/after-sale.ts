import type { Stripe } from "stripe";
import { settleAfterSale } from "../../checkout/after-sale.ts";
import type { AfterSale, PlanNews } from "../../checkout/news.ts";
import type { PaymentServices } from "../../checkout/provider.ts";
import { refresh } from "../../checkout/settle.ts";
import type { Checkout } from "../../db/checkouts.ts";
import type { PlanTerms } from "../../db/subscriptions.ts";
import type { DisputeState, RefundStatus } from "../../ledger/payment.ts";
import type { SubscriptionStatus } from "../../ledger/subscription.ts";
import { fromStripe } from "./amount.ts";
import { idOf } from "./client.ts";
import { findOwn, findSold, isFirst } from "./sold.ts";

/** Money of a charge has gone back: each of its refunds is written down, whoever asked for it. */
export async function followRefunds(
  services: PaymentServices,
  stripe: Stripe,
  charge: Stripe.Charge,
): Promise<void> {
  const intent = idOf(charge.payment_intent);
  if (intent === null) return;
  const all = stripe.refunds.list({ payment_intent: intent, limit: 100 });
  for await (const refund of all) await followRefund(services, stripe, refund);
}

/** A refund has changed. */
export async function followRefund(
  services: PaymentServices,
  stripe: Stripe,
  refund: Stripe.Refund,
): Promise<void> {
  const intent = idOf(refund.payment_intent);
  const sold = intent && (await findSold(services, stripe, intent));
  if (!sold) return;
  const news = readRefund(refund, sold.transaction);
  await settleAfterSale(services, sold.checkout, news);
}

export function readRefund(
  refund: Stripe.Refund,
  transaction: string,
): AfterSale {
  return {
    kind: "refund",
    refund: refund.metadata?.["refund_id"] ?? null,
    reference: refund.id,
    transaction,
    ...fromStripe(refund),
    status: refundStatus(refund.status),
    reason: refund.failure_reason ?? refund.reason,
    madeAt: dateOf(refund.created),
  };
}

export function refundStatus(status: string | null): RefundStatus {
  switch (status) {
    case "succeeded":
      return "succeeded";
    case "failed":
    case "canceled":
      return "failed";
    default:
      return "requested";
  }
}

/** What a message says of a dispute was so when it was made, whatever has been told since. */
export async function followDispute(
  services: PaymentServices,
  stripe: Stripe,
  dispute: Stripe.Dispute,
  toldAt: Date,
): Promise<void> {
  const intent = idOf(dispute.payment_intent);
  const sold = intent && (await findSold(services, stripe, intent));
  if (!sold) return;
  const news = readDispute(dispute, sold.transaction, toldAt);
  await settleAfterSale(services, sold.checkout, news);
}

export function readDispute(
  dispute: Stripe.Dispute,
  transaction: string,
  toldAt: Date,
): AfterSale {
  const state = disputeState(dispute.status);
  const sum = fromStripe(dispute);
  return {
    kind: "dispute",
    reference: dispute.id,
    transaction,
    ...sum,
    state,
    withdrawn: state === "lost" ? sum.amount : 0,
    reason: dispute.reason,
    toldAt,
  };
}

/** An inquiry that was closed, and a dispute that was prevented by a refund, have taken nothing by themselves. */
function disputeState(status: Stripe.Dispute["status"]): DisputeState {
  switch (status) {
    case "lost":
      return "lost";
    case "won":
    case "warning_closed":
    case "prevented":
      return "won";
    default:
      return "open";
  }
}

/**
 * An invoice of a checkout was paid, or could not be. When the plan renews next is written down before a renewal is: the
 * receipt names it, and what was paid late moves no period.
 */
export async function followInvoice(
  services: PaymentServices,
  stripe: Stripe,
  { checkoutId, invoice, outcome }: InvoiceNews,
): Promise<void> {
  const checkout = await findOwn(services, checkoutId);
  const news = checkout && readInvoice(invoice, outcome, services.now());
  const plan = planOf(invoice);
  if (news?.kind === "renewal" && typeof plan === "string")
    await followSubscription(services, stripe, plan);
  await record(services, checkout, news);
}

interface InvoiceNews {
  readonly checkoutId: unknown;
  readonly invoice: Stripe.Invoice;
  readonly outcome: "paid" | "failed";
}

/** The subscription of an invoice: of its parent or, in the shape of before 2025-03-31, its own. */
function planOf(invoice: Stripe.Invoice): unknown {
  return Object(invoice.parent?.subscription_details ?? invoice).subscription;
}

/** The first invoice is the checkout's own payment, and no news; the others are renewals. */
export function readInvoice(
  invoice: Stripe.Invoice,
  outcome: "paid" | "failed",
  now: Date,
): AfterSale | null {
  if (isFirst(invoice)) return null;
  const { id: reference, currency } = invoice;
  if (outcome === "failed")
    return {
      kind: "failed-renewal",
      reference,
      attempt: invoice.attempt_count,
      ...fromStripe({ amount: invoice.amount_due, currency }),
      nextTryAt: dateOf(invoice.next_payment_attempt),
      failedAt: now,
    };
  if (invoice.amount_paid === 0) return null;
  const { paid_at } = invoice.status_transitions;
  return {
    kind: "renewal",
    reference,
    ...fromStripe({ amount: invoice.amount_paid, currency }),
    paidAt: new Date((paid_at ?? invoice.created) * 1_000),
  };
}

/**
 * What a subscription is now, whatever the message said. Where it has ended, a checkout that still waits is asked after
 * first: what was not sold has no end that anybody hears of.
 */
export async function followSubscription(
  services: PaymentServices,
  stripe: Stripe,
  reference: string,
): Promise<void> {
  // Before it is asked: what changes meanwhile is told by a message of its own.
  const toldAt = services.now();
  const subscription = await stripe.subscriptions.retrieve(reference);
  const { checkout_id } = subscription.metadata;
  const checkout = await findOwn(services, checkout_id);
  if (checkout !== null && subscription.status === "canceled")
    await refresh(services, checkout);
  await record(services, checkout, readSubscription(subscription, toldAt));
}

/** null for one whose first payment has not come through: it is none yet. */
export function readSubscription(
  subscription: Stripe.Subscription,
  toldAt: Date,
): PlanNews | null {
  const status = statusOf(subscription.status);
  if (status === null) return null;
  const { cancel_at, cancel_at_period_end, items, pause_collection } =
    subscription;
  const periodEnd = items.data[0]?.current_period_end;
  const renewsAt = dateOf(periodEnd);
  // One that is to end after its period goes on renewing until then.
  const isLater = Number(cancel_at) > Number(periodEnd);
  const last = isLater ? null : dateOf(cancel_at);
  const endsAt = last ?? (cancel_at_period_end ? renewsAt : null);
  const terms = termsOf(subscription);
  const isPaused =
    Boolean(pause_collection) || subscription.status === "paused";
  return {
    kind: "subscription",
    event: { kind: "told", status, endsAt, isPaused, toldAt },
    reference: subscription.id,
    ...(renewsAt !== null && { renewsAt }),
    ...(terms !== null && { terms }),
  };
}

const DAYS: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};

/** null where Stripe does not say what the next period costs, as for prices in tiers. */
function termsOf({ items, currency }: Stripe.Subscription): PlanTerms | null {
  let amount = 0;
  for (const { price, quantity = 1 } of items.data) {
    if (price.unit_amount === null) return null;
    amount += price.unit_amount * quantity;
  }
  const { interval = "", interval_count = 0 } =
    items.data[0]?.price.recurring ?? {};
  const everyDays = (DAYS[interval] ?? 0) * interval_count;
  if (everyDays === 0) return null;
  return { amount: fromStripe({ amount, currency }).amount, everyDays };
}

/** Writes down news of a subscription, if they are any, and of a checkout of ours. */
async function record(
  services: PaymentServices,
  checkout: Checkout | null,
  news: AfterSale | null,
): Promise<void> {
  if (checkout !== null && news !== null)
    await settleAfterSale(services, checkout, news);
}

function statusOf(
  status: Stripe.Subscription.Status,
): SubscriptionStatus | null {
  switch (status) {
    case "active":
    case "trialing":
    // Nothing was owed when it was paused: its trial was over, and there was no card.
    case "paused":
      return "active";
    case "past_due":
    case "unpaid":
      return "past_due";
    case "canceled":
      return "cancelled";
    default:
      return null;
  }
}

function dateOf(seconds: number | null | undefined): Date | null {
  return typeof seconds === "number" ? new Date(seconds * 1_000) : null;
}
