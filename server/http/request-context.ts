import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
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
/** Requests that are under way in it. */
let underWay = 0;

/** The id that a request's sender gave it, or a new one where that is none. */
export function requestId(given: string | undefined): string {
  return given !== undefined && REQUEST_ID.test(given) ? given : newId();
}

const ID_LENGTH = 22;
/** Of many ids at once: one call of the system costs as much as the page that is asked for. */
const POOL_BYTES = 4_096;
let pool = "";

/** More than 128 random bits, in characters that are safe in a header. They name a request, and open nothing. */
function newId(): string {
  if (pool.length < ID_LENGTH)
    pool = randomBytes(POOL_BYTES).toString("base64url");
  const id = pool.slice(0, ID_LENGTH);
  pool = pool.slice(ID_LENGTH);
  return id;
}

/** Does the work of a request under its id; what nobody asked for, such as a part of a round, gets a new one. */
export async function withRequest<T>(
  given: {
    readonly request?: string | undefined;
    readonly traceparent?: string | undefined;
  },
  work: (request: string) => Promise<T>,
): Promise<T> {
  const request = requestId(given.request);
  const trace = traceOf(given.traceparent, request);
  const context = { request, trace, session: null, checkout: null };
  underWay += 1;
  try {
    return await running.run(context, () => work(request));
  } finally {
    underWay -= 1;
    // Before Node 24, every page is dearer by a tenth as long as somebody could ask for a context.
    if (underWay === 0) running.disable();
  }
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
