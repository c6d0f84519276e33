import type { Checkout } from "../db/checkouts.ts";
import type { Finding } from "../checkout/provider.ts";
import { ProblemError } from "../http/problem.ts";
import { signFields } from "./sign.ts";

const TIMEOUT_MS = 10_000;

/** Where a provider is asked what became of an order, and what such a question is signed with. */
export interface StatusCall {
  readonly address: URL;
  readonly secret: string;
}

/**
 * Posts `order`, `time` (Unix seconds) and `signature`, and reads `{ status, transaction, amount, currency }`: `paid`,
 * `declined`, `cancelled`, or `none` for an order that nothing has been taken for and that can still be paid; anything
 * else is not known. Throws a 503 when the provider does not answer, an error when it has taken another sum than was asked for.
 */
export async function askStatus(
  { address, secret }: StatusCall,
  { checkout_id, amount, currency }: Checkout,
  now: Date,
): Promise<Finding | "unknown" | null> {
  const fields = {
    order: checkout_id,
    time: String(Math.floor(now.getTime() / 1_000)),
  };
  const body = new URLSearchParams({
    ...fields,
    signature: signFields(fields, secret),
  });
  const told = await post(address, body);
  switch (told["status"]) {
    case "none":
      return null;
    case "declined":
    case "cancelled":
      return { status: told["status"] };
    case "paid": {
      if (told["amount"] !== amount || told["currency"] !== currency)
        throw new Error(
          `${address.host} has taken another sum than was asked for`,
        );
      const { transaction } = told;
      return {
        status: "paid",
        ...(typeof transaction === "string" && { transaction }),
      };
    }
    default:
      return "unknown";
  }
}

/** The provider being out of reach passes: whoever asks may ask again. */
async function post(
  address: URL,
  body: URLSearchParams,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${address.host} answers ${answer.status}`);
    return { ...Object(await answer.json()) };
  } catch {
    throw new ProblemError("payment-unavailable", "Ask again in a while.");
  }
}
