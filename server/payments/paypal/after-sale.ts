import { settleAfterSale } from "../../checkout/after-sale.ts";
import type { AfterSale } from "../../checkout/news.ts";
import type { PaymentServices } from "../../checkout/provider.ts";
import { type Checkout, findCheckout } from "../../db/checkouts.ts";
import {
  type DisputeState,
  type RefundStatus,
  REVERSAL,
} from "../../ledger/payment.ts";
import { readToken } from "../../token.ts";
import type { PayPalClient } from "./client.ts";
import { fromValue } from "./money.ts";

/** What a message of PayPal holds of money that goes back; everything may be missing. */
interface AfterSaleEvent {
  readonly type: string;
  readonly resource: unknown;
}

/** Whether a message is about what happens after a sale. */
export function isAfterSale(type: string): boolean {
  return (
    type === "PAYMENT.CAPTURE.REFUNDED" ||
    type === "PAYMENT.CAPTURE.REVERSED" ||
    type.startsWith("PAYMENT.REFUND.") ||
    type.startsWith("CUSTOMER.DISPUTE.")
  );
}

/** Writes down what a message says of a refund, a reversal or a dispute of a capture of ours. */
export async function followAfterSale(
  services: PaymentServices,
  client: PayPalClient,
  event: AfterSaleEvent,
): Promise<void> {
  const capture = captureOf(event);
  const checkout = capture && (await findPaid(services, client, capture));
  if (!checkout) return;
  const news = readNews(event, capture, services.now());
  if (news !== null) await settleAfterSale(services, checkout, news);
}

/** The capture that a message is about; null where it names none. */
export function captureOf({ type, resource }: AfterSaleEvent): string | null {
  return isDispute(type)
    ? disputedCapture(resource)
    : refundedCapture(resource);
}

function isDispute(type: string): boolean {
  return type.startsWith("CUSTOMER.DISPUTE.");
}

/** What a message says of its capture; null where it does not name what it tells of. Throws where it names no sum. */
export function readNews(
  { type, resource }: AfterSaleEvent,
  capture: string,
  now: Date,
): AfterSale | null {
  if (isDispute(type)) return readDispute(resource, capture, now);
  return type === "PAYMENT.CAPTURE.REVERSED"
    ? readReversal(resource, capture, now)
    : readRefund(resource, capture);
}

function readRefund(resource: unknown, capture: string): AfterSale | null {
  const { id, status, custom_id, status_details, amount } = Object(resource);
  if (typeof id !== "string") return null;
  return {
    kind: "refund",
    refund: ownRefund(custom_id),
    reference: id,
    transaction: capture,
    ...sumOf(amount),
    status: refundStatus(status),
    reason: textOf(Object(status_details).reason),
    madeAt: timeOf(resource),
  };
}

/**
 * PayPal has taken money back by itself, after a chargeback at the visitor's bank. That it gives it back again is told by
 * the dispute's end alone.
 */
function readReversal(
  resource: unknown,
  capture: string,
  now: Date,
): AfterSale {
  const { id, amount } = Object(resource);
  const sum = sumOf(amount);
  return {
    kind: "dispute",
    reference: `${REVERSAL}${textOf(id) ?? capture}`,
    transaction: capture,
    ...sum,
    state: "lost",
    withdrawn: sum.amount,
    reason: "reversed",
    toldAt: timeOf(resource) ?? now,
  };
}

/**
 * What a dispute takes is told by itself, as a refund or a reversal of the capture. Buyers who are right may still get a
 * part of what they disputed.
 */
function readDispute(
  resource: unknown,
  capture: string,
  now: Date,
): AfterSale | null {
  const { dispute_id, status, dispute_outcome, dispute_amount, reason } =
    Object(resource);
  if (typeof dispute_id !== "string") return null;
  const { outcome_code, amount_refunded } = Object(dispute_outcome);
  const state = disputeState(status, outcome_code);
  const lost = state === "lost" ? amount_refunded : null;
  return {
    kind: "dispute",
    reference: dispute_id,
    transaction: capture,
    ...sumOf(lost ?? dispute_amount),
    state,
    withdrawn: 0,
    reason: textOf(reason),
    toldAt: timeOf(resource) ?? now,
  };
}

export function refundStatus(status: unknown): RefundStatus {
  if (status === "COMPLETED") return "succeeded";
  return status === "FAILED" || status === "CANCELLED" ? "failed" : "requested";
}

/** An outcome of another name leaves the dispute open: somebody has to look. */
function disputeState(status: unknown, outcome: unknown): DisputeState {
  if (status !== "RESOLVED") return "open";
  switch (outcome) {
    case "RESOLVED_BUYER_FAVOUR":
    case "ACCEPTED":
      return "lost";
    // PayPal paid the buyer, and took nothing from us.
    case "RESOLVED_WITH_PAYOUT":
    case "RESOLVED_SELLER_FAVOUR":
    case "CANCELED_BY_BUYER":
    case "DENIED":
    case "NONE":
      return "won";
    default:
      return "open";
  }
}

/** Which checkout a capture has paid, as PayPal says; null when it is none of ours. */
async function findPaid(
  { db }: PaymentServices,
  client: PayPalClient,
  capture: string,
): Promise<Checkout | null> {
  const path = `/v2/payments/captures/${encodeURIComponent(capture)}`;
  const { status, body } = await client.call("GET", path);
  if (status === 404) return null;
  if (status !== 200) throw new Error(`PayPal answers ${status}`);
  const name = readToken(Object(body).custom_id);
  const checkout = name === null ? null : await findCheckout(db, name);
  return checkout?.provider === "paypal" ? checkout : null;
}

/** A refund leads up to its capture; what leads nowhere is the capture itself. */
function refundedCapture(resource: unknown): string | null {
  const { id, links } = Object(resource);
  const up = listOf(links)
    .map((link) => Object(link))
    .find(({ rel }) => rel === "up");
  const [, capture] = /\/captures\/([^/?]+)$/.exec(String(up?.href)) ?? [];
  return capture ?? textOf(id);
}

function disputedCapture(resource: unknown): string | null {
  const [first] = listOf(Object(resource).disputed_transactions);
  return textOf(Object(first).seller_transaction_id);
}

/** What we name a refund at PayPal: its checkout, and its own name. */
export function refundName(checkoutId: string, refund: string): string {
  return `${checkoutId} ${refund}`;
}

function ownRefund(customId: unknown): string | null {
  return textOf(customId)?.split(" ")[1] ?? null;
}

function sumOf(amount: unknown): { amount: number; currency: string } {
  const { value, currency_code: currency } = Object(amount);
  const minor =
    typeof currency === "string" ? fromValue(String(value), currency) : null;
  if (minor === null) throw new Error("PayPal names no sum");
  return { amount: minor, currency };
}

function timeOf(resource: unknown): Date | null {
  const { update_time, create_time } = Object(resource);
  const time = new Date(String(update_time ?? create_time));
  return Number.isNaN(time.getTime()) ? null : time;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
