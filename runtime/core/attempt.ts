import type { InitiateCheckout } from "../../generated/api.ts";
import type { Payments } from "../../generated/contract.ts";
import { CURRENCIES, type Currency } from "../../generated/names.ts";
import {
  checkoutProviders,
  presetCheckout,
} from "../../generated/providers.ts";
import { isRecord, readNumber, readText, readTexts } from "./read.ts";
import {
  MAKE_CHECKOUT_RETURN_PATH_MAX,
  MAKE_STRIPE_SUBSCRIPTION_CITY_MAX,
  MAKE_STRIPE_SUBSCRIPTION_COUNTRY_MAX,
  MAKE_STRIPE_SUBSCRIPTION_EMAIL_MAX,
  MAKE_STRIPE_SUBSCRIPTION_META_MAX,
  MAKE_STRIPE_SUBSCRIPTION_POST_CODE_MAX,
} from "../../generated/call.ts";

/** What was shown of renewals, as the server is told of it; null where it is paid once. */
type Renewal = NonNullable<InitiateCheckout["body"]["renewal"]> | null;

/** What the visitor is about to pay: an offer is one step of one funnel. */
export interface Order {
  readonly offer: string;
  readonly product: string;
  /** Minor units, as shown. */
  readonly price: number;
  readonly currency: Currency;
  /** Orders that versions before have stored do not say. */
  readonly renewal?: Renewal;
  readonly email: string;
  /** Whose payment page it is paid on. */
  readonly checkout: Payments["checkout"];
}

export interface Details {
  readonly returnPath: string;
  /** Where the receipt of what is paid once goes; nothing where it is unknown, or a version before has stored them. */
  readonly email?: string;
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
  /** The visitor was told that nobody knows yet what became of it. */
  readonly isUnknown: boolean;
}

/** How many a device keeps. */
export const ATTEMPTS_MAX = 20;

/** Reads stored attempts; what makes no sense is left out. */
export function readAttempts(value: unknown): readonly Attempt[] {
  if (!Array.isArray(value)) return [];
  return value.slice(-ATTEMPTS_MAX).flatMap((item) => readAttempt(item) ?? []);
}

/** Reads a currency that the site sells in, else null. */
function readCurrency(value: unknown): Currency | null {
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
    isUnknown: value["isUnknown"] === true,
  };
}

function readOrder(value: unknown): Order | null {
  if (!isRecord(value)) return null;
  const offer = readText(value["offer"], 200);
  const product = readText(value["product"], 100);
  const price = readNumber(value["price"]);
  const currency = readCurrency(value["currency"]);
  const email = readText(value["email"], MAKE_STRIPE_SUBSCRIPTION_EMAIL_MAX);
  if (offer === null || product === null || price === null) return null;
  if (currency === null || email === null) return null;
  const checkout =
    checkoutProviders.find((id) => id === value["checkout"]) ?? presetCheckout;
  const renewal = readRenewal(value["renewal"]);
  return {
    offer,
    product,
    price,
    currency,
    ...(renewal !== undefined && { renewal }),
    email,
    checkout,
  };
}

/** Undefined where nothing is said that makes sense. */
function readRenewal(value: unknown): Renewal | undefined {
  if (!isRecord(value)) return value === null ? null : undefined;
  const price = readNumber(value["price"]);
  const every_days = readNumber(value["every_days"]);
  const first_days = readNumber(value["first_days"]);
  return price === null || every_days === null || first_days === null
    ? undefined
    : { price, every_days, first_days };
}

function readDetails(value: unknown): Details | null {
  if (!isRecord(value)) return null;
  const returnPath = readText(
    value["returnPath"],
    MAKE_CHECKOUT_RETURN_PATH_MAX,
  );
  const city = readText(value["city"], MAKE_STRIPE_SUBSCRIPTION_CITY_MAX);
  const country = readText(
    value["country"],
    MAKE_STRIPE_SUBSCRIPTION_COUNTRY_MAX,
  );
  const postCode = readText(
    value["postCode"],
    MAKE_STRIPE_SUBSCRIPTION_POST_CODE_MAX,
  );
  const meta = readTexts(
    value["meta"],
    /^[a-z_]{1,40}$/,
    MAKE_STRIPE_SUBSCRIPTION_META_MAX,
  );
  if (
    returnPath === null ||
    city === null ||
    country === null ||
    postCode === null
  )
    return null;
  const email = readText(value["email"], MAKE_STRIPE_SUBSCRIPTION_EMAIL_MAX);
  return {
    returnPath,
    ...(email !== null && { email }),
    city,
    country,
    postCode,
    meta,
  };
}
