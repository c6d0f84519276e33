import { FetchError } from "ofetch";
import { problemOf } from "../api/problem.ts";
import type { Failure } from "./machine.ts";

/**
 * Where a product, its price, its currency or the way it is paid is not what the page says. What a page of the same build
 * sends fits its schema.
 */
const OUTDATED = [
  "invalid",
  "price-mismatch",
  "product-mismatch",
  "product-unknown",
];

/** Where the server knows of none in this session. */
const NOTHING = ["checkout-unknown", "method-missing", "reference-unknown"];

/**
 * What the answer to a call about paying says of why it failed. Only the server refuses: what stands in between knows of
 * no payment.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof FetchError)) return "passing";
  const problem = problemOf(error);
  if (problem === "in-flight") return "in-flight";
  if (problem === null) return "passing";
  if (OUTDATED.includes(problem)) return "outdated";
  return [400, 404, 410, 422].includes(error.status ?? 0)
    ? "refused"
    : "passing";
}

/** What a call answers; `nothing` where the server knows of none in this session, so that nothing was charged by it. */
export async function unlessUnknown<T>(
  call: Promise<T>,
  nothing: T,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (NOTHING.includes(problemOf(error) ?? "")) return nothing;
    throw error;
  }
}
