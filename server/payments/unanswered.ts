import { ProblemError } from "../http/problem.ts";

/** What a provider has answered instead of what was asked for. */
export class OtherStatus extends Error {
  override readonly name = "OtherStatus";
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the provider answers ${statusCode}`);
    this.statusCode = statusCode;
  }
}

/** A provider that gives no answer which can be read: that passes, and whoever asks may ask again. `cause` is for the log. */
export function unanswered(cause: unknown): ProblemError {
  const problem = new ProblemError(
    "payment-unavailable",
    "Ask again in a while.",
  );
  problem.cause = cause;
  return problem;
}

/**
 * Why a call of a provider has failed, as the log may keep it: a status, a code or a kind of error, and none of its
 * words, which may quote what was answered. null where nothing more is known.
 */
export function reasonOf(error: unknown): string | null {
  if (error instanceof ProblemError) return reasonOf(error.cause);
  if (!(error instanceof Error)) return null;
  const { statusCode, code, detail } = Object(error);
  if (typeof statusCode === "number") return `answers ${statusCode}`;
  if (typeof code === "string") return code;
  // `detail` is the cause by Stripe's name for it.
  return reasonOf(error.cause ?? detail) ?? error.name;
}
