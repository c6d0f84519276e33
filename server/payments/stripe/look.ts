import type { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { toStripe } from "./amount.ts";
import type { Finding } from "../../checkout/provider.ts";
import { cardOf, readToken } from "./card.ts";
import { idOf, inFull } from "./client.ts";
import { endPlanAt } from "./end-plan.ts";
import { nextOf, renewalOf } from "./open.ts";
import { findIntent } from "./sold.ts";

/**
 * What Stripe says of a payment now, by its name for it, or by looking for a charge whose name we were never told; null
 * while nothing was taken, `unknown` while a bank is at work on it. Messages say that something has changed; this says
 * what is, whatever the order in which they come.
 */
export async function lookAt(
  stripe: Stripe,
  checkout: Checkout,
  reference = checkout.provider_reference,
): Promise<Finding | "unknown" | null> {
  if (reference === null)
    return checkout.way === "saved" ? lookForCharge(stripe, checkout) : null;
  if (reference.startsWith("cs_"))
    return lookAtSession(stripe, checkout, reference);
  if (!reference.startsWith("pi_")) return null;
  const intent = await stripe.paymentIntents.retrieve(reference, {
    expand: ["payment_method"],
  });
  return readIntent(checkout, intent);
}

/**
 * What one tap has come to whose answer got lost. Stripe's lists are up to date at once, which its search is not; and
 * nothing is charged by looking, as it would be by asking for the same charge again. `unknown` without the card.
 */
export async function lookForCharge(
  stripe: Stripe,
  checkout: Checkout,
): Promise<Finding | "unknown" | null> {
  const { checkout_id, card_token } = checkout;
  const card = readToken(card_token ?? "");
  if (card === null) return "unknown";
  const { customer } = card;
  if (renewalOf(checkout) !== null) {
    const all = stripe.subscriptions.list({
      customer,
      status: "all",
      limit: 100,
    });
    for await (const subscription of all)
      if (subscription.metadata["checkout_id"] === checkout_id)
        return readSubscription(subscription);
    return null;
  }
  // The newest comes first, and the first one that was paid is the order's own.
  const all = stripe.paymentIntents.list({ customer, limit: 100 });
  let paid: Finding | null = null;
  let declined: Finding | null = null;
  let isAtWork = false;
  for await (const intent of all) {
    const found = readIntent(checkout, intent);
    if (found === "unknown") isAtWork = true;
    else if (found?.status === "paid")
      paid = { ...found, reference: intent.id };
    else if (found !== null) declined = { ...found, reference: intent.id };
  }
  // Whoever has declined one does not say what becomes of another that a bank is at work on.
  return paid ?? (isAtWork ? "unknown" : declined);
}

async function lookAtSession(
  stripe: Stripe,
  checkout: Checkout,
  reference: string,
): Promise<Finding | "unknown" | null> {
  const session = await stripe.checkout.sessions.retrieve(reference, {
    expand: [
      "payment_intent.payment_method",
      "subscription.default_payment_method",
    ],
  });
  if (session.client_reference_id !== checkout.checkout_id) return null;
  if (session.status === "expired") {
    const next = nextOf(session);
    return next === null
      ? { status: "cancelled" }
      : lookAtSession(stripe, checkout, next);
  }
  if (session.status !== "complete") return null;
  if (session.payment_status === "unpaid") return lookAtUnpaid(stripe, session);
  const intent = inFull(session.payment_intent);
  requireSum(checkout, session.amount_total, session.currency);
  const method =
    intent?.payment_method ??
    inFull(session.subscription)?.default_payment_method;
  const name = idOf(session.subscription);
  const transaction = idOf(session.payment_intent) ?? name;
  return {
    status: "paid",
    card: cardOf(session.customer, method),
    ...(name !== null && { subscription: name }),
    ...(transaction !== null && { transaction }),
  };
}

/**
 * A page that was completed by a method which takes days, as a debit of a bank account. Where that has failed, the plan
 * that began with the page ends, so that nobody is charged for renewals of what was not sold.
 */
async function lookAtUnpaid(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<Finding | "unknown"> {
  const plan = idOf(session.subscription);
  const first = plan === null ? null : await findIntent(stripe, plan);
  const intent =
    first === null
      ? inFull(session.payment_intent)
      : await stripe.paymentIntents.retrieve(first);
  if (
    intent?.status !== "requires_payment_method" &&
    intent?.status !== "canceled"
  )
    return "unknown";
  await endPlanAt(stripe, plan);
  return { status: "declined" };
}

/** null for one that is not of this checkout, and while the visitor's bank waits for them. */
function readIntent(
  checkout: Checkout,
  intent: Stripe.PaymentIntent,
): Finding | "unknown" | null {
  if (intent.metadata["checkout_id"] !== checkout.checkout_id) return null;
  switch (intent.status) {
    case "succeeded": {
      requireSum(checkout, intent.amount_received, intent.currency);
      const card = cardOf(intent.customer, intent.payment_method);
      return { status: "paid", card, transaction: intent.id };
    }
    case "processing":
      return "unknown";
    case "canceled":
      return { status: "declined" };
    case "requires_payment_method":
      // A bank that wants to hear from the visitor has not declined.
      return intent.last_payment_error?.code === "authentication_required"
        ? null
        : { status: "declined" };
    default:
      return null;
  }
}

/** One that a saved card has begun is there only if its first payment came through. */
function readSubscription({
  id: name,
  status,
}: Stripe.Subscription): Finding | "unknown" {
  if (status === "incomplete") return "unknown";
  if (status === "incomplete_expired") return { status: "declined" };
  const named = { reference: name, subscription: name, transaction: name };
  return { status: "paid", ...named };
}

/** Money that is not what the price list said is for people to look at, and pays for nothing by itself. */
function requireSum(
  checkout: Checkout,
  amount: number | null,
  currency: string | null,
): void {
  const asked = toStripe(checkout.amount, checkout.currency);
  if (amount === asked.amount && currency?.toLowerCase() === asked.currency)
    return;
  throw new Error("Stripe has taken another sum than was asked for");
}
