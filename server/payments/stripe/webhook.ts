import type { Finding, PaymentServices } from "../../checkout/provider.ts";
import { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import type { AppContext, Route } from "../../http/app-env.ts";
import { ProblemError } from "../../http/problem.ts";
import { isWaiting, settle } from "../../checkout/settle.ts";
import { readToken } from "../../token.ts";
import type { Secrets } from "../../variables.ts";
import {
  followDispute,
  followInvoice,
  followRefund,
  followRefunds,
  followSubscription,
} from "./after-sale.ts";
import { DONE, type Followed, takeMessage } from "../take-message.ts";
import { lookAt } from "./look.ts";
import { findOwn } from "./sold.ts";

/** Stripe's own: a message older than this may be one that somebody has kept and sends again. */
const TOLERANCE_S = 300;

/**
 * Takes Stripe's messages. Signatures are checked on the very bytes that came; a message is on disk before anything
 * follows from it; one that cannot be dealt with is answered by an error, upon which Stripe sends it again.
 */
export function stripeWebhook(
  services: PaymentServices,
  stripe: Stripe,
  secrets: Secrets | null,
): Route {
  return async (c) => {
    const event = await readEvent(c, services, stripe, secrets);
    const received = {
      event_id: event.id,
      type: event.type,
      provider: "stripe",
      checkout_id: readToken(namedBy(event)),
    };
    await takeMessage(services, received, () =>
      follow(services, stripe, event),
    );
    return c.json({ received: true });
  };
}

async function readEvent(
  c: AppContext,
  { now }: PaymentServices,
  stripe: Stripe,
  secrets: Secrets | null,
): Promise<Stripe.Event> {
  if (secrets === null)
    throw new ProblemError(
      "payment-unavailable",
      "STRIPE_WEBHOOK_SECRET is not set.",
    );
  const body = Buffer.from(await c.req.arrayBuffer());
  const signature = c.req.header("stripe-signature") ?? "";
  for (const secret of secrets)
    try {
      return stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now().getTime(),
      );
    } catch (error) {
      if (
        !(error instanceof Stripe.errors.StripeSignatureVerificationError) &&
        !(error instanceof SyntaxError)
      )
        throw error;
    }
  throw new ProblemError("not-signed", "The signature does not fit.");
}

/**
 * The checkout that the metadata of a message name, or what a hosted page was opened for. A message has the shape of the
 * version that its endpoint was made with at Stripe: before 2025-03-31 an invoice holds by itself what its parent says.
 */
function namedBy({ data: { object } }: Stripe.Event): unknown {
  const { client_reference_id, metadata, parent } = Object(object);
  const details = Object(Object(parent ?? object).subscription_details);
  return (
    client_reference_id ??
    Object(metadata).checkout_id ??
    Object(details.metadata).checkout_id
  );
}

async function follow(
  services: PaymentServices,
  stripe: Stripe,
  event: Stripe.Event,
): Promise<Followed> {
  const name = readToken(namedBy(event));
  const transaction = moneyOf(event);
  if (name !== null && transaction !== null) {
    const own = await findOwn(services, name);
    if (own === null) return { kind: "no-order", transaction };
  }
  await learnBy(services, stripe, event);
  return DONE;
}

/** What money was taken by, where a message says that it was. */
function moneyOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded": {
      const { id, payment_status } = event.data.object;
      return payment_status === "paid" ? id : null;
    }
    case "payment_intent.succeeded":
      return event.data.object.id;
    case "invoice.paid": {
      const { id, amount_paid } = event.data.object;
      return amount_paid > 0 ? id : null;
    }
    default:
      return null;
  }
}

async function learnBy(
  services: PaymentServices,
  stripe: Stripe,
  event: Stripe.Event,
): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const { id, client_reference_id } = event.data.object;
      return learn(services, stripe, client_reference_id, id);
    }
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled": {
      const { id, metadata } = event.data.object;
      return learn(services, stripe, metadata["checkout_id"], id);
    }
    case "invoice.paid":
    case "invoice.payment_failed":
      return followInvoice(services, stripe, {
        checkoutId: namedBy(event),
        invoice: event.data.object,
        outcome: event.type === "invoice.paid" ? "paid" : "failed",
      });
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return followSubscription(services, stripe, event.data.object.id);
    case "charge.refunded":
      return followRefunds(services, stripe, event.data.object);
    case "charge.refund.updated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return followRefund(services, stripe, event.data.object);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const toldAt = new Date(event.created * 1_000);
      return followDispute(services, stripe, event.data.object, toldAt);
    }
    default:
      return;
  }
}

/** A payment has changed: finds out how, and writes that down. */
async function learn(
  services: PaymentServices,
  stripe: Stripe,
  checkoutId: string | null | undefined,
  reference: string,
): Promise<void> {
  const checkout = await findOwn(services, checkoutId);
  if (checkout === null) return;
  const found = await outcomeOf(stripe, checkout, reference);
  if (found === null) return;
  // An attempt that failed is not the last word of a hosted page, nor of a call that is still at work.
  const isLast =
    found.status === "paid" || checkout.provider_reference === reference;
  if (!isLast) return;
  const current = await settle(services, checkout, found);
  const isOther =
    isWaiting(checkout) && checkout.provider_reference !== reference;
  if (!isOther) return;
  // The payment that was waited for may have come through as well, and its message may be late or lost.
  const own = await outcomeOf(stripe, current, checkout.provider_reference);
  if (own !== null) await settle(services, current, own);
}

/** What a payment has come to; null while it has come to nothing, or a bank is at work on it. */
async function outcomeOf(
  stripe: Stripe,
  checkout: Checkout,
  reference: string | null,
): Promise<Finding | null> {
  const found = await lookAt(stripe, checkout, reference);
  return found === "unknown" ? null : found;
}
