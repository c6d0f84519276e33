import { Stripe } from "stripe";
import type { Checkout } from "../../db/checkouts.ts";
import { withCheckout } from "../../http/safe-path.ts";
import { toStripe } from "./amount.ts";
import type { Charged, Order } from "../../checkout/provider.ts";
import { readToken, type SavedCard } from "./card.ts";
import { codeOf } from "./client.ts";
import { lookForCharge } from "./look.ts";
import {
  openSession,
  type Renewal,
  renewalOf,
  type SessionUi,
} from "./open.ts";

/** Calls under one idempotency key are one for a day at least. */
const REMEMBERED_MS = 12 * 3_600_000;

/**
 * Charges a saved card while the visitor looks on elsewhere. A bank that wants to hear from them gets asked again with
 * the visitor there, and its page is the way on.
 */
export async function chargeSaved(
  stripe: Stripe,
  product: string,
  order: Order,
  token: string,
  ui: SessionUi,
): Promise<Charged> {
  const card = readToken(token);
  if (card === null) return { outcome: "declined" };
  const known = await chargedBefore(stripe, order);
  if (known !== null) return known;
  try {
    const renewal = renewalOf(order.checkout);
    return renewal === null
      ? await chargeOnce(stripe, order.checkout, card)
      : await subscribe(stripe, product, order.checkout, renewal, card);
  } catch (error) {
    if (!needsVisitor(error)) return refused(error);
    const intent = intentOf(error);
    return confirmation(stripe, product, order, card, intent, ui).catch(
      declined,
    );
  }
}

/**
 * What an earlier call has come to whose name Stripe may have forgotten: it knows them for a day. null where there was
 * none, or the name still keeps it from being charged twice.
 */
async function chargedBefore(
  stripe: Stripe,
  { checkout, at }: Order,
): Promise<Charged | null> {
  const age = at.getTime() - checkout.created_at.getTime();
  if (age < REMEMBERED_MS) return null;
  const found = await lookForCharge(stripe, checkout);
  if (found === null) return null;
  if (found === "unknown") return { outcome: "pending" };
  const { status, reference, subscription } = found;
  return {
    outcome: status === "paid" ? status : "declined",
    ...(reference !== undefined && { reference }),
    ...(subscription !== undefined && { subscription }),
  };
}

async function chargeOnce(
  stripe: Stripe,
  checkout: Checkout,
  card: SavedCard,
): Promise<Charged> {
  const { checkout_id } = checkout;
  const intent = await stripe.paymentIntents.create(
    {
      ...toStripe(checkout.amount, checkout.currency),
      customer: card.customer,
      payment_method: card.paymentMethod,
      off_session: true,
      confirm: true,
      description: checkout.product_name,
      metadata: { checkout_id },
    },
    { idempotencyKey: `charge-${checkout_id}` },
  );
  const outcome = intent.status === "succeeded" ? "paid" : "pending";
  return { outcome, reference: intent.id };
}

async function subscribe(
  stripe: Stripe,
  product: string,
  checkout: Checkout,
  renewal: Renewal,
  card: SavedCard,
): Promise<Charged> {
  const { checkout_id } = checkout;
  const today = toStripe(checkout.amount, checkout.currency);
  const later = toStripe(renewal.amount, checkout.currency);
  const subscription = await stripe.subscriptions.create(
    {
      customer: card.customer,
      default_payment_method: card.paymentMethod,
      items: [
        {
          price_data: {
            currency: later.currency,
            product,
            unit_amount: later.amount,
            recurring: { interval: "day", interval_count: renewal.days },
          },
        },
      ],
      add_invoice_items: [
        {
          price_data: {
            currency: today.currency,
            product,
            unit_amount: today.amount,
          },
        },
      ],
      trial_period_days: renewal.firstDays,
      off_session: true,
      // Nothing is left behind by a charge that fails.
      payment_behavior: "error_if_incomplete",
      metadata: { checkout_id },
    },
    { idempotencyKey: `charge-${checkout_id}` },
  );
  return {
    outcome: "paid",
    reference: subscription.id,
    subscription: subscription.id,
  };
}

async function confirmation(
  stripe: Stripe,
  product: string,
  order: Order,
  card: SavedCard,
  intent: string | undefined,
  ui: SessionUi,
): Promise<Charged> {
  const { checkout_id, return_path } = order.checkout;
  // Only a payment that happens once can go on as it is; a subscription that failed was not made.
  if (intent !== undefined && renewalOf(order.checkout) === null) {
    const asked = await stripe.paymentIntents.confirm(
      intent,
      {
        payment_method: card.paymentMethod,
        return_url: `${order.origin}${withCheckout(return_path, checkout_id)}`,
      },
      { idempotencyKey: `confirm-${checkout_id}` },
    );
    if (asked.status === "succeeded")
      return { outcome: "paid", reference: intent };
    const page = asked.next_action?.redirect_to_url?.url;
    if (page)
      return { outcome: "needs_authentication", reference: intent, page };
    // It may still be taken: on another page it could be paid once more.
    if (asked.status === "processing")
      return { outcome: "pending", reference: intent };
  }
  const { customer } = card;
  const opened = await openSession(stripe, product, order, { customer, ui });
  return { outcome: "needs_authentication", ...opened };
}

/** The payment that an error is about. */
function intentOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError
    ? error.payment_intent?.id
    : undefined;
}

function needsVisitor(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === "authentication_required" ||
    code === "subscription_payment_intent_requires_action"
  );
}

/**
 * Why nothing was charged. A request that Stripe does not take for this customer (one who has a plan in another currency
 * begins none in this one) may still be paid on a page, as somebody new. Throws where a charge may have been made.
 */
function refused(error: unknown): Charged {
  if (isDecline(error)) return { outcome: "declined" };
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  const reason = error.code ?? error.rawType;
  return { outcome: "missing", ...(reason !== undefined && { reason }) };
}

function declined(error: unknown): Charged {
  if (!isDecline(error)) throw error;
  return { outcome: "declined" };
}

/** Whether the bank said no, or the card is not there any more. */
function isDecline(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof Stripe.errors.StripeCardError ||
    code === "resource_missing" ||
    code === "payment_method_unactivated"
  );
}
