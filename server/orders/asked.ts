import { ORDER_STATES, type OrderQuery } from "../db/orders.ts";
import type { ReportedOutcome } from "../checkout/settle-by-hand.ts";
import type { ListQuery, Part } from "../db/part.ts";
import type { RefundRequest } from "../db/refunds.ts";
import { ProblemError } from "../http/problem.ts";
import { UNSTORABLE } from "../http/validate.ts";

const LIMIT = { preset: 50, most: 500 } as const;
type Asked = Readonly<Record<string, unknown>>;
/** The largest sum of a call. */
const AMOUNT_MAX = 100_000_000;
/** As long as a text of a query or a body may be. */
export const TEXT_MAX = 500;

/** The names of what a list may be asked for, whatever it is of. */
export const OF_LISTS = ["email", "brand", "since", "before", "limit"] as const;

/** Which orders a query asks for: `state`, and what all lists are asked for. Throws a 422 for anything else. */
export function readOrderQuery(query: Asked): OrderQuery {
  allow(query, [...OF_LISTS, "state"]);
  const { state: given } = query;
  const state = ORDER_STATES.find((one) => one === given) ?? null;
  if (given !== undefined && state === null)
    throw wrong("state", `has to be one of ${ORDER_STATES.join(", ")}`);
  return { state, ...readListQuery(query) };
}

/**
 * Whether a list is asked for as a file (`format=csv`), and what else the query asks, a limit among it or not. Throws a
 * 422 for another format.
 */
export function readFormat({ format, ...asked }: Asked): {
  readonly asked: Asked;
  readonly isFile: boolean;
  readonly isLimited: boolean;
} {
  if (format !== undefined && format !== "csv")
    throw wrong("format", "has to be csv, or left out");
  return {
    asked,
    isFile: format === "csv",
    isLimited: asked["limit"] !== undefined,
  };
}

/** What all lists are asked for: `email`, `brand`, and a part of it. Throws a 422 for anything else. */
export function readListQuery(query: Asked): ListQuery {
  return {
    email: readText(query, "email"),
    brand: readText(query, "brand"),
    ...readPart(query),
  };
}

/**
 * Which part of a list a query asks for: `since` and `before` (ISO 8601), `limit`. `before` may also be a line of the
 * list, as its answer names the next part. Throws a 422 for anything else.
 */
export function readPart(query: Asked): Part {
  const since = readText(query, "since");
  const before = readText(query, "before");
  const [at = "", id = null] = before?.split(/,(.*)/s) ?? [];
  const { limit = LIMIT.preset } = query;
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > LIMIT.most)
    throw wrong("limit", `has to be a number from 1 to ${LIMIT.most}`);
  return {
    since: since === null ? null : readTime("since", since),
    before: before === null ? null : { at: readTime("before", at), id },
    limit: count,
  };
}

const DAY = /^\d{4}(?:-\d\d){0,2}$/;
const TIME =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

/** The years that every database takes. */
const YEAR = /^(?!0000)\d{4}-/;

/** A day or a time in ISO 8601, of UTC where it does not say otherwise: the clock of the server is nobody's. */
function readTime(name: string, text: string): Date {
  const found = TIME.exec(text);
  const isLocal = found !== null && found[1] === undefined;
  const time = new Date(isLocal ? `${text}Z` : text);
  const isIso = found !== null || DAY.test(text);
  if (!isIso || !isOfCalendar(text) || !YEAR.test(isoOf(time)))
    throw wrong(
      name,
      "has to be a day or a time of the calendar, such as 2030-01-31 or 2030-01-31T12:00:00Z",
    );
  return time;
}

/** Whether the day is there: 31 June is read as 1 July. */
function isOfCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  return isoOf(new Date(day)).startsWith(day);
}

/** Empty for what is no time. */
function isoOf(time: Date): string {
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}

/**
 * What a refund's body asks for: `amount` in minor units, `payment`, `reason`, `despite_dispute`. Throws a 422 for anything
 * else.
 */
export function readRefundRequest(
  body: unknown,
): Pick<RefundRequest, "amount" | "payment" | "reason" | "despiteDispute"> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ProblemError("invalid", "Send an object; {} gives all back.");
  const fields: Readonly<Record<string, unknown>> = { ...body };
  allow(fields, ["amount", "payment", "reason", "despite_dispute"]);
  const { amount, despite_dispute = false } = fields;
  if (typeof despite_dispute !== "boolean")
    throw wrong("despite_dispute", "has to be true, or left out");
  return {
    amount: readAmount(amount),
    payment: readText(fields, "payment"),
    reason: readText(fields, "reason"),
    ...(despite_dispute && { despiteDispute: true }),
  };
}

/** What a call says of an order: `outcome`, and of one that was paid `transaction`. Throws a 422 for anything else. */
export function readReported(body: unknown): ReportedOutcome {
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
    !UNSTORABLE.test(text);
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
