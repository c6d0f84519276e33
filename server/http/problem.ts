import type { Context } from "hono";
import type { Problem } from "../../generated/api.ts";

type Mistakes = NonNullable<Problem["errors"]>;

/** Every way in which a call can fail: its stable name, its status and what kind of thing went wrong. */
const catalogue = {
  "backup-elsewhere": [409, "This database has tools of its own."],
  "body-too-large": [413, "The body is too large."],
  "checkout-unknown": [404, "There is no such checkout in this session."],
  "contact-unknown": [404, "Nothing is known of this email."],
  "event-reused": [422, "This event_id was used for something else."],
  "experiment-unknown": [422, "There is no such experiment."],
  "foreign-origin": [403, "This origin may not call."],
  "headers-missing": [400, "A header that this call needs is missing."],
  "image-small": [422, "The picture is too small."],
  "image-type": [415, "This is not a picture that can be read."],
  "image-unreadable": [422, "The picture is damaged."],
  "in-flight": [409, "The same call is still at work."],
  internal: [500, "Something broke on our side."],
  invalid: [422, "The request does not fit its schema."],
  "key-reused": [422, "This Idempotency-Key was used for something else."],
  "not-a-form": [415, "The body has to be form data."],
  "not-found": [404, "There is no such call."],
  "not-json": [415, "The body is not of the type that the call takes."],
  "not-parsed": [400, "The body cannot be read."],
  "preview-unfinished": [409, "The picture is not made yet."],
  "preview-unknown": [404, "There is no such picture in this session."],
  "message-unknown": [404, "There is no such message left."],
  "method-not-allowed": [405, "This call is made by another method."],
  "method-missing": [404, "No payment method is saved."],
  "not-signed": [400, "The message is not signed as it should be."],
  "nothing-to-cancel": [409, "Nothing of this order renews."],
  "nothing-to-send": [409, "There is nothing to send again."],
  "operators-elsewhere": [403, "Operators have a host of their own."],
  "order-unknown": [404, "There is no such order."],
  "payment-off": [503, "This way to pay is not set up."],
  "payment-unavailable": [503, "The payment provider does not answer."],
  "price-changed": [409, "The price has changed since it was confirmed."],
  "price-mismatch": [422, "The price shown is not the price charged."],
  "price-unconfirmed": [409, "The price has not been confirmed."],
  "product-mismatch": [422, "This product is paid another way."],
  "product-unknown": [422, "There is no such product."],
  "reference-unknown": [404, "There is no such reference in this session."],
  "refund-refused": [409, "This cannot be given back."],
  "refund-too-large": [422, "That is more than is left of the payment."],
  "settle-refused": [409, "This order cannot be settled so."],
  speculative: [403, "This call is made by a page on purpose, or not at all."],
  "too-many": [429, "Too many calls."],
  unauthorized: [401, "This needs the admin token."],
  unavailable: [503, "The calls cannot be answered now."],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

type ProblemCode = keyof typeof catalogue;
interface KnownProblem extends Problem {
  status: (typeof catalogue)[ProblemCode][0];
}

/** An answer that is not the one asked for; thrown by routes, turned into a response by the app. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: KnownProblem;

  constructor(code: ProblemCode, detail: string, errors?: Mistakes) {
    super(`${code}: ${detail}`);
    this.problem = createProblem(code, detail, errors);
  }
}

/** Whether it is the failure of this name. */
export function isProblem(
  error: unknown,
  code: ProblemCode,
): error is ProblemError {
  const { type } = createProblem(code, "");
  return error instanceof ProblemError && error.problem.type === type;
}

/** Whether a payment provider has not answered a call. */
export function isUnanswered(error: unknown): boolean {
  return isProblem(error, "payment-unavailable");
}

/** Problem details (RFC 9457) of one failure. `detail` must not quote what the visitor sent. */
export function createProblem(
  code: ProblemCode,
  detail: string,
  errors?: Mistakes,
): KnownProblem {
  const [status, title] = catalogue[code];
  return {
    type: `urn:problem:${code}`,
    title,
    status,
    detail,
    ...(errors === undefined ? {} : { errors }),
  };
}

/** The answer while a call that must not be made twice is at work: browsers ask again. */
export function inFlight(): ProblemError {
  return new ProblemError("in-flight", "Ask again in a second.");
}

/** The answer where there is no such call or page. */
export function noSuchCall(): ProblemError {
  return new ProblemError("not-found", "Check the method and the path.");
}

/** A problem as the answer; what the request has set so far (session headers) stays. */
export function respondProblem(c: Context, problem: KnownProblem): Response {
  return c.body(JSON.stringify(problem), problem.status, {
    "content-type": "application/problem+json",
  });
}

/** What is said of a fault of ours. */
export const INTERNAL_DETAIL =
  "Ask again in a while; asking again never pays twice.";

/** A database that was away is asked again after so many seconds. */
const RETRY_AFTER_S = 5;

/** The answer while the database is away, or the process about to stop. */
export function respondUnavailable(c: Context): Response {
  c.header("retry-after", String(RETRY_AFTER_S));
  return respondProblem(c, createProblem("unavailable", INTERNAL_DETAIL));
}
