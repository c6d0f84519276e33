import { Stripe } from "stripe";
import { formatMoney } from "../../checkout/money.ts";
import type { Refund, Refunded } from "../../checkout/provider.ts";
import { refundStatus } from "./after-sale.ts";
import { stripeSum } from "./amount.ts";
import { findIntent, orMissing } from "./sold.ts";

/**
 * Gives money back, once for each refund: Stripe forgets idempotency keys after a while, so its list is looked at first.
 */
export async function refundAt(
  stripe: Stripe,
  refund: Refund,
): Promise<Refunded> {
  const { transaction, amount, currency } = refund;
  const sum = stripeSum(amount, currency);
  if (sum === null)
    return {
      kind: "unable",
      detail: `Stripe takes no ${formatMoney(amount, currency)}: its sums are coarser.`,
    };
  const told =
    transaction &&
    (await orMissing(giveBack(stripe, transaction, refund, sum.amount)));
  return (
    told || {
      kind: "unable",
      detail: "Stripe knows no payment of that name: look for it there.",
    }
  );
}

/** null for a transaction that no payment is known of. */
async function giveBack(
  stripe: Stripe,
  transaction: string,
  refund: Refund,
  amount: number,
): Promise<Refunded | null> {
  const intent = await findIntent(stripe, transaction);
  if (intent === null) return null;
  const known = await findKnown(stripe, intent, refund.id);
  return known ?? create(stripe, intent, refund, amount);
}

/** What became of a refund, by Stripe's name for it; null when there is none. */
export async function lookAtRefund(
  stripe: Stripe,
  reference: string,
): Promise<Refunded | null> {
  const refund = await orMissing(stripe.refunds.retrieve(reference));
  return refund && told(refund);
}

async function findKnown(
  stripe: Stripe,
  intent: string,
  id: string,
): Promise<Refunded | null> {
  const all = stripe.refunds.list({ payment_intent: intent, limit: 100 });
  for await (const one of all)
    if (one.metadata?.["refund_id"] === id) return told(one);
  return null;
}

async function create(
  stripe: Stripe,
  intent: string,
  { id, checkout }: Refund,
  amount: number,
): Promise<Refunded> {
  const metadata = { checkout_id: checkout.checkout_id, refund_id: id };
  try {
    return told(
      await stripe.refunds.create(
        { payment_intent: intent, amount, metadata },
        { idempotencyKey: `refund-${id}` },
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError))
      throw error;
    // Disputed, given back already, or more than is left.
    const reason = `Stripe refuses it: ${error.code ?? error.type}.`;
    return { kind: "told", status: "failed", reference: null, reason };
  }
}

function told({ id, status, failure_reason }: Stripe.Refund): Refunded {
  return {
    kind: "told",
    status: refundStatus(status),
    reference: id,
    ...(failure_reason !== undefined && { reason: failure_reason }),
  };
}
