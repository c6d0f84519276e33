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
 * Keeps the session that an answer's headers name; `now` in milliseconds. An answer without one is an
 * error only while there is no cookie (spec 5).
 */
export function keepSession(
  headers: Headers,
  cookies: CookieJar,
  now: number,
): void {
  const id = headers.get(SESSION_HEADER);
  if (id !== null && SESSION_ID.test(id)) {
    const seconds = ttl(headers.get(SESSION_TTL_HEADER));
    cookies.set(SESSION_COOKIE, id, new Date(now + seconds * 1_000));
  } else if (sessionId(cookies) === null) {
    logError("an answer carries no visitor session id");
  }
}

function ttl(header: string | null): number {
  const seconds = header === null ? NaN : Number(header);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : SESSION_TTL_S;
}
