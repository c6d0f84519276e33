import type { CurrencyCode, Payments } from "../../generated/contract.ts";
import { isRecord, readNumber, readText, readTexts } from "./read.ts";

/** What the visitor is about to pay: an offer is one step of one funnel. */
export interface Order {
  readonly offer: string;
  readonly product: string;
  /** Minor units, as shown. */
  readonly price: number;
  readonly currency: CurrencyCode;
  readonly email: string;
  /** Whose payment page it is paid on. */
  readonly checkout: Payments["checkout"];
}

export interface Details {
  readonly returnPath: string;
  readonly city: string;
  readonly country: string;
  readonly postCode: string;
  /** The purchase tracking payload. */
  readonly meta: Readonly<Record<string, string>>;
}

/**
 * One payment that was begun. It outlives a reload, a second click and the way back from the payment page,
 * so that its pair of ids is used again and nothing is charged twice.
 */
export interface Attempt {
  readonly order: Order;
  readonly eventId: string;
  /** The idempotency key. */
  readonly checkoutId: string;
  /** What a charge that was begun on the saved method goes by: a single-use reference, or the key itself. */
  readonly reference: string | null;
  /** What went with the key beside the order: the same key never goes with another body. */
  readonly details: Details | null;
  /** The server's id of the payment, null until it has answered. */
  readonly payment: string | null;
  readonly paid: boolean;
}

/** How many a device keeps. */
export const ATTEMPTS_MAX = 20;
const CURRENCIES = [
  "USD",
  "EUR",
  "GBP",
  "CAD",
] as const satisfies readonly CurrencyCode[];

/** Reads stored attempts; what makes no sense is left out. */
export function readAttempts(value: unknown): readonly Attempt[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-ATTEMPTS_MAX).flatMap((item) => readAttempt(item) ?? []);
}

/** Reads a currency code of ours, else null. */
export function readCurrency(value: unknown): CurrencyCode | null {
  return CURRENCIES.find((code) => code === value) ?? null;
}

function readAttempt(value: unknown): Attempt | null {
  if (!isRecord(value)) return null;
  const order = readOrder(value["order"]);
  const eventId = readText(value["eventId"], 100);
  const checkoutId = readText(value["checkoutId"], 100);
  if (order === null || eventId === null || checkoutId === null) return null;
  return {
    order,
    eventId,
    checkoutId,
    reference: readText(value["reference"], 200),
    details: readDetails(value["details"]),
    payment: readText(value["payment"], 200),
    paid: value["paid"] === true,
  };
}

function readOrder(value: unknown): Order | null {
  if (!isRecord(value)) return null;
  const offer = readText(value["offer"], 200);
  const product = readText(value["product"], 100);
  const price = readNumber(value["price"]);
  const currency = readCurrency(value["currency"]);
  const email = readText(value["email"], 254);
  if (offer === null || product === null || price === null) return null;
  if (currency === null || email === null) return null;
  const checkout = value["checkout"] === "max-pay" ? "max-pay" : "stripe";
  return { offer, product, price, currency, email, checkout };
}

function readDetails(value: unknown): Details | null {
  if (!isRecord(value)) return null;
  const returnPath = readText(value["returnPath"], 2_000);
  const city = readText(value["city"], 120);
  const country = readText(value["country"], 120);
  const postCode = readText(value["postCode"], 20);
  const meta = readTexts(value["meta"], /^[a-z_]{1,40}$/, 500);
  if (
    returnPath === null ||
    city === null ||
    country === null ||
    postCode === null
  )
    return null;
  return { returnPath, city, country, postCode, meta };
}
