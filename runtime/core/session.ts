import {
  SESSION_COOKIE,
  SESSION_HEADER,
  SESSION_TTL_HEADER,
  SESSION_TTL_S,
} from "../../generated/call.ts";
import type { CookieJar } from "./cookies.ts";
import { logError } from "./log.ts";

const SESSION_ID = /^[\x21-\x7e]{1,256}$/;

/** The visitor's session id, null before the first answer of the server. */
export function sessionId(cookies: CookieJar): string | null {
  const id = cookies.get(SESSION_COOKIE);
  return id !== null && SESSION_ID.test(id) ? id : null;
}

/**
 * Keeps the session that an answer's headers name, with the call's own session at sending in `carried`; `now` in
 * milliseconds. An answer without one is an error only while there is no cookie (spec 5). False when the call went out
 * without a session and another has been kept since: the answer is about one that nobody will name again.
 */
export function keepSession(
  headers: Headers,
  cookies: CookieJar,
  { carried, now }: { readonly carried: string | null; readonly now: number },
): boolean {
  const id = headers.get(SESSION_HEADER);
  const kept = sessionId(cookies);
  if (id === null || !SESSION_ID.test(id)) {
    if (kept === null) logError("an answer carries no visitor session id");
    return true;
  }
  if (kept !== null && kept !== carried && kept !== id) return carried !== null;
  const seconds = ttl(headers.get(SESSION_TTL_HEADER));
  cookies.set(SESSION_COOKIE, id, new Date(now + seconds * 1_000));
  return true;
}

function ttl(header: string | null): number {
  const seconds = header === null ? NaN : Number(header);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : SESSION_TTL_S;
}
