import { AsyncLocalStorage } from "node:async_hooks";
import { callFacts } from "./call-schema.ts";
import { digest, newToken, systemRandom } from "../token.ts";

/** Names a request from the page that sends it to the provider that is asked for it, and in every line of the log. */
export const REQUEST_ID_HEADER = callFacts.requestId.header;
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

interface RequestContext {
  readonly request: string;
  session: string | null;
  checkout: string | null;
}

const running = new AsyncLocalStorage<RequestContext>();

/** The id that a request's sender gave it, or a new one where that is none. */
export function requestId(given: string | undefined): string {
  return given !== undefined && REQUEST_ID.test(given)
    ? given
    : newToken(systemRandom);
}

/** Does the work of a request under its id. */
export function withRequest<T>(
  given: string | undefined,
  work: (request: string) => T,
): T {
  const request = requestId(given);
  const context = { request, session: null, checkout: null };
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

/** What the log says of the request that is under way; nothing outside of one. */
export function requestFields(): Readonly<Record<string, string>> {
  const context = running.getStore();
  if (context === undefined) return {};
  const { request, session, checkout } = context;
  return {
    request,
    ...(session !== null && { session }),
    ...(checkout !== null && { checkout }),
  };
}

/** The headers by which somebody who is asked for a request can name it too. */
export function requestHeaders(): Readonly<Record<string, string>> {
  const request = running.getStore()?.request;
  return request === undefined ? {} : { [REQUEST_ID_HEADER]: request };
}
