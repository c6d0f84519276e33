import type { AfterSale } from "../checkout/news.ts";
import type { Checkout } from "../db/checkouts.ts";
import type { Finding, Review } from "../checkout/provider.ts";
import { postSigned, type SignedCall } from "./signed-call.ts";
import { readNews } from "./signed-news.ts";

/**
 * Posts `order`, `time` (Unix seconds) and `signature`, and reads `{ status, transaction, amount, currency }`: `paid`,
 * `declined`, `cancelled`, or `none` for an order that nothing has been taken for and that can still be paid; anything
 * else is not known. Throws a 503 when the provider does not answer, an error when it has taken another sum than was
 * asked for.
 */
export async function askStatus(
  call: SignedCall,
  { checkout_id, amount, currency }: Checkout,
  now: Date,
): Promise<Finding | "unknown" | null> {
  const told = await postSigned(call, { order: checkout_id }, now);
  switch (told["status"]) {
    case "none":
      return null;
    case "declined":
    case "cancelled":
      return { status: told["status"] };
    case "paid": {
      if (told["amount"] !== amount || told["currency"] !== currency)
        throw new Error(
          `${call.address.host} has taken another sum than was asked for`,
        );
      const { transaction } = told;
      return {
        status: "paid",
        ...(isName(transaction) && { transaction }),
      };
    }
    default:
      return "unknown";
  }
}

/** Whether an answer holds a provider's name for something; an empty one names nothing. */
export function isName(told: unknown): told is string {
  return typeof told === "string" && told !== "";
}

/**
 * What happened after a sale, by the same call: `events` of its answer, each with the fields of a message, `order` and
 * `at` among them, by which it is known again. One that cannot be read holds up no other. Throws as `askStatus` does.
 */
export async function askAfterSale(
  call: SignedCall,
  checkout: Checkout,
  now: Date,
): Promise<Review> {
  const fields = { order: checkout.checkout_id };
  const { events } = await postSigned(call, fields, now);
  const told: readonly unknown[] = Array.isArray(events) ? events : [];
  const news: AfterSale[] = [];
  const faults: unknown[] = [];
  for (const event of told.map(textsOf)) {
    if (event["at"] === undefined) continue;
    if (event["order"] !== checkout.checkout_id) continue;
    try {
      news.push(...readNews(checkout, event, now));
    } catch (error) {
      faults.push(error);
    }
  }
  return { news, faults };
}

function textsOf(event: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(event)).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number"
      ? [[name, String(value)] as const]
      : [],
  );
  return Object.fromEntries(entries);
}
