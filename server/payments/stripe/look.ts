import type { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { toStripe } from "./amount.ts";
import type { Finding } from "../../checkout/provider.ts";
import { cardOf } from "./card.ts";
import { idOf } from "./client.ts";

/**
 * What Stripe says of a payment now, by the name of its Checkout Session or PaymentIntent; null while it waits.
 * Messages say that something has changed; this says what is, whatever the order in which they come.
 */
export async function lookAt(
  stripe: Stripe,
  checkout: Checkout,
  reference: string,
): Promise<Finding | null> {
  return reference.startsWith("cs_")
    ? lookAtSession(stripe, checkout, reference)
    : reference.startsWith("pi_")
      ? lookAtIntent(stripe, checkout, reference)
      : null;
}

async function lookAtSession(
  stripe: Stripe,
  checkout: Checkout,
  reference: string,
): Promise<Finding | null> {
  const session = await stripe.checkout.sessions.retrieve(reference, {
    expand: [
      "payment_intent.payment_method",
      "subscription.default_payment_method",
    ],
  });
  if (session.client_reference_id !== checkout.checkout_id) return null;
  if (session.status === "expired") return { status: "cancelled" };
  if (session.status !== "complete") return null;
  const { payment_intent: intent, subscription } = session;
  if (session.payment_status === "unpaid") {
    const failed =
      intent !== null &&
      typeof intent !== "string" &&
      intent.status === "requires_payment_method";
    return failed ? { status: "declined" } : null;
  }
  requireSum(checkout, session.amount_total, session.currency);
  const method =
    intent !== null && typeof intent !== "string"
      ? intent.payment_method
      : subscription !== null && typeof subscription !== "string"
        ? subscription.default_payment_method
        : null;
  const name = idOf(subscription);
  const transaction = idOf(intent) ?? name;
  return {
    status: "paid",
    card: cardOf(session.customer, method),
    ...(name !== null && { subscription: name }),
    ...(transaction !== null && { transaction }),
  };
}

async function lookAtIntent(
  stripe: Stripe,
  checkout: Checkout,
  reference: string,
): Promise<Finding | null> {
  const intent = await stripe.paymentIntents.retrieve(reference, {
    expand: ["payment_method"],
  });
  if (intent.metadata["checkout_id"] !== checkout.checkout_id) return null;
  if (intent.status === "succeeded") {
    requireSum(checkout, intent.amount_received, intent.currency);
    const card = cardOf(intent.customer, intent.payment_method);
    return { status: "paid", card, transaction: intent.id };
  }
  if (intent.status === "canceled") return { status: "declined" };
  // A bank that wants to hear from the visitor has not declined.
  const failed =
    intent.status === "requires_payment_method" &&
    intent.last_payment_error?.code !== "authentication_required";
  return failed ? { status: "declined" } : null;
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
