import { AsyncLocalStorage } from "node:async_hooks";
import { randomFillSync } from "node:crypto";
import { REQUEST_ID } from "../../generated/delivery.ts";
import { callFacts } from "./call-schema.ts";
import { digest } from "../token.ts";
import { type Trace, traceFields, traceHeaders, traceOf } from "./trace.ts";

/** Names a request from the page that sends it to the provider that is asked for it, and in every line of the log. */
export const REQUEST_ID_HEADER = callFacts.requestId.header;

interface RequestContext {
  readonly request: string;
  readonly trace: Trace;
  session: string | null;
  checkout: string | null;
}

const running = new AsyncLocalStorage<RequestContext>();

/** The id that a request's sender gave it, or a new one where that is none. */
export function requestId(given: string | undefined): string {
  return given !== undefined && REQUEST_ID.test(given) ? given : newId();
}

const ID_BYTES = 16;
/** Of many ids at once: one call of the system costs as much as the page that is asked for. */
const pool = Buffer.alloc(ID_BYTES * 256);
let used = pool.length;

/** 128 random bits, in 22 characters that are safe in a header. They name a request, and open nothing. */
function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString("base64url", used - ID_BYTES, used);
}

/** Does the work of a request under its id. */
export function withRequest<T>(
  given: {
    readonly request: string | undefined;
    readonly traceparent: string | undefined;
  },
  work: (request: string) => T,
): T {
  const request = requestId(given.request);
  const trace = traceOf(given.traceparent, request);
  const context = { request, trace, session: null, checkout: null };
  return running.run(context, () => work(request));
}

/** The session, by the digest that tables have, and the checkout of this request are known from now on. */
export function noteSession(sessionDigest: string): void {
  const context = running.getStore();
  if (context !== undefined) context.session = sessionDigest;
}
export function noteCheckout(checkoutId: string): void {
  const context = running.getStore();
  if (context !== undefined) context.checkout = digest(checkoutId);
}

/** What the log says of the request that is under way; null outside of one. */
export function requestFields(): Readonly<Record<string, string>> | null {
  const context = running.getStore();
  if (context === undefined) return null;
  const { request, trace, session, checkout } = context;
  return {
    request,
    ...traceFields(trace),
    ...(session !== null && { session }),
    ...(checkout !== null && { checkout }),
  };
}

/** The headers by which somebody who is asked for a request can name it too. */
export function requestHeaders(): Readonly<Record<string, string>> {
  const context = running.getStore();
  if (context === undefined) return {};
  const { request, trace } = context;
  return { [REQUEST_ID_HEADER]: request, ...traceHeaders(trace) };
}
