/** PayPal's orders: made, read and captured. */
import type { Checkout } from "../../db/checkouts.ts";
import type { PayPalClient } from "./client.ts";

const ORDERS = "/v2/checkout/orders";

/** Of an order, what decides. */
export interface PayPalOrder {
  readonly id: string;
  /** CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED. */
  readonly status: string;
  /** Our checkout, as it was named when the order was made. */
  readonly checkoutId: string | null;
  readonly amount: Sum | null;
  readonly captures: readonly {
    readonly id: string | null;
    readonly status: string;
    readonly amount: Sum | null;
  }[];
  /** Where the visitor approves. */
  readonly approve: string | null;
}

export interface Sum {
  readonly value: string;
  readonly currency: string;
}

/** Makes an order; asked again for the same checkout, PayPal answers the same one. */
export async function createOrder(
  client: PayPalClient,
  checkout: Checkout,
  order: unknown,
): Promise<PayPalOrder> {
  const { status, body } = await client.call("POST", ORDERS, {
    body: JSON.stringify(order),
    requestId: `open-${checkout.checkout_id}`,
  });
  if (status === 200 || status === 201) return readOrder(body);
  throw unexpected(status, body);
}

/** An order as it is now; null when PayPal has none of this name, or no longer. */
export async function getOrder(
  client: PayPalClient,
  id: string,
): Promise<PayPalOrder | null> {
  const path = `${ORDERS}/${encodeURIComponent(id)}`;
  const { status, body } = await client.call("GET", path);
  if (status === 200) return readOrder(body);
  if (status === 404) return null;
  throw unexpected(status, body);
}

/** What became of taking the money of an approved order. */
export type Captured =
  | { readonly kind: "taken"; readonly order: PayPalOrder }
  /** Another call of ours has asked before; the order says what came of it. */
  | { readonly kind: "asked-before" }
  /** `reason`: PayPal's code, where it is not the buyer's own. */
  | { readonly kind: "declined"; readonly reason?: string }
  | { readonly kind: "not-approved" };

const ASKED_BEFORE: readonly string[] = [
  "ORDER_ALREADY_CAPTURED",
  "ORDER_COMPLETION_IN_PROGRESS",
  "PREVIOUS_REQUEST_IN_PROGRESS",
];
const NOT_APPROVED: readonly string[] = [
  "ORDER_NOT_APPROVED",
  "PAYER_ACTION_REQUIRED",
];
/** What is the buyer's own: the card, or the account at PayPal. */
const OF_THE_BUYER: readonly string[] = [
  "INSTRUMENT_DECLINED",
  "PAYER_CANNOT_PAY",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "TRANSACTION_REFUSED",
  "CARD_EXPIRED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
];
/** The money of the checkout was taken by another order, which this one cannot tell of. */
const TAKEN_ELSEWHERE = "DUPLICATE_INVOICE_ID";

/**
 * Takes the money of an approved order, once however often it is asked. A capture that PayPal cannot process (422) has
 * taken nothing, and its visitor pays in another way: that is a decline, whatever PayPal calls the reason.
 */
export async function captureOrder(
  client: PayPalClient,
  checkout: Checkout,
  id: string,
): Promise<Captured> {
  const path = `${ORDERS}/${encodeURIComponent(id)}/capture`;
  const { status, body } = await client.call("POST", path, {
    body: "{}",
    requestId: `capture-${checkout.checkout_id}`,
  });
  if (status === 200 || status === 201)
    return { kind: "taken", order: readOrder(body) };
  const issue = issueOf(body);
  if (status === 409 || ASKED_BEFORE.includes(issue))
    return { kind: "asked-before" };
  if (NOT_APPROVED.includes(issue)) return { kind: "not-approved" };
  if (status === 422 && issue !== TAKEN_ELSEWHERE)
    return OF_THE_BUYER.includes(issue)
      ? { kind: "declined" }
      : { kind: "declined", reason: issue };
  throw unexpected(status, body);
}

function readOrder(body: unknown): PayPalOrder {
  const { id, status, purchase_units, links } = Object(body);
  if (typeof id !== "string" || typeof status !== "string")
    throw new Error("PayPal answers no order");
  const unit = Object(listOf(purchase_units)[0]);
  const approve = listOf(links)
    .map((link) => Object(link))
    .find(({ rel }) => rel === "payer-action" || rel === "approve");
  return {
    id,
    status,
    checkoutId: textOf(unit.custom_id),
    amount: sumOf(unit.amount),
    captures: listOf(Object(unit.payments).captures).map((capture) => ({
      id: textOf(Object(capture).id),
      status: textOf(Object(capture).status) ?? "",
      amount: sumOf(Object(capture).amount),
    })),
    approve: textOf(approve?.href),
  };
}

function sumOf(amount: unknown): Sum | null {
  const { value, currency_code } = Object(amount);
  return typeof value === "string" && typeof currency_code === "string"
    ? { value, currency: currency_code }
    : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The name that PayPal has for what is wrong. */
export function issueOf(body: unknown): string {
  const { name, details } = Object(body);
  const issue = Object(listOf(details)[0]).issue;
  return textOf(issue) ?? textOf(name) ?? "";
}

function unexpected(status: number, body: unknown): Error {
  return new Error(`PayPal answers ${status} ${issueOf(body)}`);
}
