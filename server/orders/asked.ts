import { ORDER_STATES, type OrderQuery } from "../db/orders.ts";
import type { Verdict } from "../checkout/settle-by-hand.ts";
import type { RefundWish } from "../db/refunds.ts";
import { ProblemError } from "../http/problem.ts";

const LIMIT = { preset: 50, most: 500 } as const;
/** The largest sum of a call. */
const AMOUNT_MAX = 100_000_000;
const TEXT_MAX = 500;

/** Which orders a query asks for: `email`, `state`, `before` (ISO 8601), `limit`. Throws a 422 for anything else. */
export function readOrderQuery(
  query: Readonly<Record<string, unknown>>,
): OrderQuery {
  allow(query, ["email", "state", "before", "limit"]);
  const { state: given } = query;
  const state = ORDER_STATES.find((one) => one === given) ?? null;
  if (given !== undefined && state === null)
    throw wrong("state", `has to be one of ${ORDER_STATES.join(", ")}`);
  return { email: readText(query, "email"), state, ...readPage(query) };
}

/** Which part of a list a query asks for: `before` (ISO 8601), `limit`. Throws a 422 for anything else. */
export function readPage(query: Readonly<Record<string, unknown>>): {
  readonly before: Date | null;
  readonly limit: number;
} {
  const before = readText(query, "before");
  const date = before === null ? null : new Date(before);
  if (date !== null && Number.isNaN(date.getTime()))
    throw wrong("before", "has to be a time such as 2030-01-31T12:00:00Z");
  const { limit = LIMIT.preset } = query;
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > LIMIT.most)
    throw wrong("limit", `has to be a number from 1 to ${LIMIT.most}`);
  return { before: date, limit: count };
}

/** What a refund's body asks for: `amount` in minor units, `payment`, `reason`. Throws a 422 for anything else. */
export function readWish(
  body: unknown,
): Pick<RefundWish, "amount" | "payment" | "reason"> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ProblemError("invalid", "Send an object; {} gives all back.");
  const fields: Readonly<Record<string, unknown>> = { ...body };
  allow(fields, ["amount", "payment", "reason"]);
  return {
    amount: readAmount(fields["amount"]),
    payment: readText(fields, "payment"),
    reason: readText(fields, "reason"),
  };
}

/** What a call says of an order: `outcome`, and of one that was paid `transaction`. Throws a 422 for anything else. */
export function readVerdict(body: unknown): Verdict {
  const fields: Readonly<Record<string, unknown>> = { ...Object(body) };
  const { outcome } = fields;
  if (outcome === "unpaid") {
    allow(fields, ["outcome"]);
    return { outcome };
  }
  if (outcome !== "paid") throw wrong("outcome", "has to be paid or unpaid");
  allow(fields, ["outcome", "transaction"]);
  const transaction = readText(fields, "transaction");
  if (transaction === null)
    throw wrong("transaction", "has to be the provider's name for it");
  return { outcome, transaction };
}

function readAmount(amount: unknown): number | null {
  if (amount === undefined) return null;
  if (
    typeof amount !== "number" ||
    !Number.isInteger(amount) ||
    amount < 1 ||
    amount > AMOUNT_MAX
  )
    throw wrong("amount", `has to be minor units from 1 to ${AMOUNT_MAX}`);
  return amount;
}

/** A text of a query or a body; null where there is none. Throws a 422 for what is no text that can be kept. */
export function readText(
  fields: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const text = fields[name];
  if (text === undefined) return null;
  const isText =
    typeof text === "string" &&
    text !== "" &&
    text.length <= TEXT_MAX &&
    !/[\0\p{Surrogate}]/u.test(text);
  if (!isText) throw wrong(name, `has to be a text of at most ${TEXT_MAX}`);
  return text;
}

/** Throws a 422 for a field that is not among these. */
export function allow(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  const other = Object.keys(fields).find((name) => !names.includes(name));
  if (other !== undefined)
    throw new ProblemError("invalid", `Send only ${names.join(", ")}.`);
}

/** A 422 about one field. */
export function wrong(name: string, detail: string): ProblemError {
  const errors = [{ pointer: `#/${name}`, detail }];
  return new ProblemError(
    "invalid",
    "The request is not as it has to be.",
    errors,
  );
}
