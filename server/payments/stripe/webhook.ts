import type { PaymentServices } from "../../checkout/provider.ts";
import { Stripe } from "stripe";
import type { AppContext, Route } from "../../http/app-env.ts";
import { type Checkout, findCheckout } from "../../db/checkouts.ts";
import { keepSubscription, recordRenewal } from "../../db/subscriptions.ts";
import type { SubscriptionStatus } from "../../db/tables.ts";
import { finishEvent, receiveEvent } from "../../db/webhook-events.ts";
import { ProblemError } from "../../http/problem.ts";
import { isToken } from "../../token.ts";
import { settle } from "../../checkout/settle.ts";
import { fromStripe } from "./amount.ts";
import { lookAt } from "./look.ts";

/** Stripe's own: a message older than this may be one that somebody has kept and sends again. */
const TOLERANCE_S = 300;

/**
 * Takes Stripe's messages. Signatures are checked on the very bytes that came; a message is on disk before anything
 * follows from it; one that cannot be dealt with is answered by an error, upon which Stripe sends it again.
 */
export function stripeWebhook(
  services: PaymentServices,
  stripe: Stripe,
  secret: string | null,
): Route {
  return async (c) => {
    const event = await readEvent(c, services, stripe, secret);
    const { db, now } = services;
    const { id: event_id, type } = event;
    const received = { event_id, type, provider: "stripe", now: now() };
    if (await receiveEvent(db, received)) {
      await follow(services, stripe, event);
      await finishEvent(db, event_id, now());
    }
    return c.json({ received: true });
  };
}

async function readEvent(
  c: AppContext,
  { now }: PaymentServices,
  stripe: Stripe,
  secret: string | null,
): Promise<Stripe.Event> {
  if (secret === null)
    throw new ProblemError(
      "payment-unavailable",
      "STRIPE_WEBHOOK_SECRET is not set.",
    );
  const body = Buffer.from(await c.req.arrayBuffer());
  const signature = c.req.header("stripe-signature") ?? "";
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
    throw new ProblemError("not-signed", "The signature does not fit.");
  }
}

async function follow(
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
      return renew(services, event.data.object);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return followSubscription(services, stripe, event.data.object);
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
  const checkout = await find(services, checkoutId);
  if (checkout === null) return;
  const found = await lookAt(stripe, checkout, reference);
  // An attempt that failed is not the last word of a hosted page, nor of a call that is still at work.
  const isLast =
    found?.status === "paid" || checkout.provider_reference === reference;
  if (found !== null && isLast) await settle(services, checkout, found);
}

/** The first invoice is the checkout's own payment; the others are renewals. */
async function renew(
  services: PaymentServices,
  invoice: Stripe.Invoice,
): Promise<void> {
  const details = invoice.parent?.subscription_details;
  const checkout = await find(services, details?.metadata?.["checkout_id"]);
  if (
    checkout === null ||
    invoice.billing_reason !== "subscription_cycle" ||
    invoice.amount_paid === 0
  )
    return;
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
  const renewal = {
    reference: invoice.id,
    checkout_id: checkout.checkout_id,
    ...fromStripe({
      amount: invoice.amount_paid,
      currency: invoice.currency,
    }),
    paid_at: new Date(paidAt * 1_000),
  };
  await recordRenewal(services.db, renewal);
}

async function followSubscription(
  services: PaymentServices,
  stripe: Stripe,
  { id }: Stripe.Subscription,
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const checkout = await find(services, subscription.metadata["checkout_id"]);
  const status = statusOf(subscription.status);
  if (checkout === null || status === null) return;
  const end = subscription.items.data[0]?.current_period_end;
  await keepSubscription(services.db, checkout, {
    reference: id,
    status,
    ...(end !== undefined && { renewsAt: new Date(end * 1_000) }),
    now: services.now(),
  });
}

/** null for one whose first payment has not come through: it is none yet. */
function statusOf(
  status: Stripe.Subscription.Status,
): SubscriptionStatus | null {
  switch (status) {
    case "active":
    case "trialing":
      return "active";
    case "past_due":
    case "unpaid":
    case "paused":
      return "past_due";
    case "canceled":
      return "cancelled";
    default:
      return null;
  }
}

async function find(
  { db }: PaymentServices,
  checkoutId: string | null | undefined,
): Promise<Checkout | null> {
  if (!checkoutId || !isToken(checkoutId)) return null;
  const checkout = await findCheckout(db, checkoutId);
  return checkout?.provider === "stripe" ? checkout : null;
}
