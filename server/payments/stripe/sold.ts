import type { Stripe } from "stripe";
import type { PaymentServices } from "../../checkout/provider.ts";
import { type Checkout, findCheckout } from "../../db/checkouts.ts";
import { readToken } from "../../token.ts";
import { codeOf, idOf, inFull } from "./client.ts";

/** What money was taken for, as the ledger names it. */
export interface Sold {
  readonly checkout: Checkout;
  /** Of a first payment: its PaymentIntent, or its subscription; of a renewal: its invoice. */
  readonly transaction: string;
}

/** A checkout of ours that was opened with Stripe, by what metadata say. */
export async function findOwn(
  { db }: PaymentServices,
  checkoutId: unknown,
): Promise<Checkout | null> {
  const name = readToken(checkoutId);
  const checkout = name === null ? null : await findCheckout(db, name);
  return checkout?.provider === "stripe" ? checkout : null;
}

/** What a PaymentIntent has paid for; null when it is nothing of ours. */
export async function findSold(
  services: PaymentServices,
  stripe: Stripe,
  intentId: string,
): Promise<Sold | null> {
  const intent = await orMissing(stripe.paymentIntents.retrieve(intentId));
  if (intent === null) return null;
  const { checkout_id } = intent.metadata;
  const own = await findOwn(services, checkout_id);
  if (own !== null) return { checkout: own, transaction: intentId };
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intentId },
    expand: ["data.invoice"],
  });
  const invoice = inFull(data[0]?.invoice);
  if (!invoice) return null;
  return "deleted" in invoice ? null : soldBy(services, invoice);
}

/**
 * Whether an invoice is what a subscription began with, which is the checkout's own payment. Every other one is a renewal,
 * also where a period was begun by hand, in Stripe's own pages.
 */
export function isFirst({
  billing_reason,
}: Pick<Stripe.Invoice, "billing_reason">): boolean {
  return billing_reason === "subscription_create";
}

/** Invoices of subscriptions carry the subscription's metadata. */
async function soldBy(
  services: PaymentServices,
  invoice: Stripe.Invoice,
): Promise<Sold | null> {
  const details = invoice.parent?.subscription_details;
  if (!details) return null;
  const checkout = await findOwn(services, details.metadata?.["checkout_id"]);
  const transaction = isFirst(invoice)
    ? idOf(details.subscription)
    : invoice.id;
  return checkout === null ? null : { checkout, transaction };
}

/** The PaymentIntent behind a transaction of the ledger; null when Stripe knows none. */
export async function findIntent(
  stripe: Stripe,
  transaction: string,
): Promise<string | null> {
  if (transaction.startsWith("pi_")) return transaction;
  const invoice = transaction.startsWith("sub_")
    ? await firstInvoice(stripe, transaction)
    : transaction;
  if (invoice === null) return null;
  const { data } = await stripe.invoicePayments.list({ invoice });
  return idOf(data[0]?.payment.payment_intent);
}

async function firstInvoice(
  stripe: Stripe,
  subscription: string,
): Promise<string | null> {
  const all = stripe.invoices.list({ subscription, limit: 100 });
  for await (const invoice of all) if (isFirst(invoice)) return invoice.id;
  return null;
}

/** null for what Stripe does not know. */
export async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === "resource_missing") return null;
    throw error;
  }
}
