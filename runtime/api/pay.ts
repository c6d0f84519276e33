import type {
  CheckoutStatus,
  MakeCheckout,
  MakeStripeCheckout,
  MakeStripeSubscription,
  Purchases,
} from "../../generated/api.ts";
import { readCurrency } from "../core/attempt.ts";
import { isRecord, readNumber, readText } from "../core/read.ts";
import { type Client, PAY_TIMEOUT_MS } from "./client.ts";
import { understood } from "./nonsense.ts";

export type PaymentPage = MakeStripeCheckout["answer"];
export type Purchase = Purchases["answer"]["purchases"][number];

/** Opens the payment page of a one-off product; the key makes repeating safe. */
export function makeStripeCheckout(
  client: Client,
  key: string,
  body: MakeStripeCheckout["body"],
): Promise<PaymentPage> {
  return openPage(client, "/pay/make-stripe-checkout", key, body);
}

/** Opens the payment page of a product that renews; the key makes repeating safe. */
export function makeStripeSubscription(
  client: Client,
  key: string,
  body: MakeStripeSubscription["body"],
): Promise<PaymentPage> {
  return openPage(client, "/pay/make-stripe-subscription", key, body);
}

/** Opens the payment page of a provider that has no call of its own; the key makes repeating safe. */
export function makeCheckout(
  client: Client,
  key: string,
  body: MakeCheckout["body"],
): Promise<PaymentPage> {
  return openPage(client, "/pay/make-checkout", key, body);
}

/** What became of a payment of this session. */
export async function getCheckoutStatus(
  client: Client,
  checkout_id: string,
): Promise<CheckoutStatus["answer"]> {
  const query = { checkout_id };
  const answer = await client("/pay/checkout-status", {
    query,
    repeatable: true,
  });
  return understood(readStatus, answer);
}

/** What this session has paid for, oldest first. */
export async function getPurchases(
  client: Client,
): Promise<readonly Purchase[]> {
  const answer = await client("/pay/purchases", { repeatable: true });
  return understood(readPurchases, answer);
}

async function openPage(
  client: Client,
  path: string,
  key: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PaymentPage> {
  const answer = await client(path, {
    method: "POST",
    body,
    headers: { "Idempotency-Key": key },
    repeatable: true,
    timeout: PAY_TIMEOUT_MS,
  });
  return understood(readPage, answer);
}

function readPage(value: unknown): PaymentPage | null {
  if (!isRecord(value)) return null;
  const checkout_id = readText(value["checkout_id"]);
  const url = readText(value["url"], 4_096);
  return checkout_id === null || url === null ? null : { checkout_id, url };
}

const STATUSES = [
  "open",
  "paid",
  "declined",
  "cancelled",
  "needs_authentication",
] as const;

function readStatus(value: unknown): CheckoutStatus["answer"] | null {
  if (!isRecord(value)) return null;
  const checkout_id = readText(value["checkout_id"]);
  const status = STATUSES.find((known) => known === value["status"]);
  const product = readText(value["product"]);
  const amount = readNumber(value["amount"]);
  const currency = readCurrency(value["currency"]);
  const url = readText(value["url"], 4_096);
  if (checkout_id === null || status === undefined || product === null)
    return null;
  if (amount === null || currency === null) return null;
  return {
    checkout_id,
    status,
    product,
    amount,
    currency,
    ...(url !== null && { url }),
  };
}

function readPurchases(value: unknown): readonly Purchase[] | null {
  if (!isRecord(value) || !Array.isArray(value["purchases"])) return null;
  const purchases = value["purchases"].map(readPurchase);
  return purchases.every((purchase) => purchase !== null) ? purchases : null;
}

function readPurchase(value: unknown): Purchase | null {
  if (!isRecord(value)) return null;
  const checkout_id = readText(value["checkout_id"]);
  const product = readText(value["product"]);
  const name = readText(value["name"]);
  const amount = readNumber(value["amount"]);
  const currency = readCurrency(value["currency"]);
  const paid_at = readText(value["paid_at"]);
  const renewal =
    value["renewal"] === null ? null : readRenewal(value["renewal"]);
  if (
    checkout_id === null ||
    product === null ||
    name === null ||
    amount === null
  )
    return null;
  if (currency === null || paid_at === null || renewal === undefined)
    return null;
  return { checkout_id, product, name, amount, currency, renewal, paid_at };
}

function readRenewal(value: unknown): Purchase["renewal"] | undefined {
  if (!isRecord(value)) return undefined;
  const everyDays = readNumber(value["everyDays"]);
  const amount = readNumber(value["amount"]);
  return everyDays === null || amount === null
    ? undefined
    : { everyDays, amount };
}
