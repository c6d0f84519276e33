import { FetchError } from "ofetch";
import { RETRY_AFTER_MAX_MS } from "../core/outbox.ts";

/**
 * How long the server asks to be left alone after a call that failed, in milliseconds; null where it does not say.
 * `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3), by the clock of the answer where that tells its
 * time: `now` is the device's, which may be wrong.
 */
export function retryAfter(error: unknown, now: number): number | null {
  if (!(error instanceof FetchError)) return null;
  const headers = error.response?.headers;
  const said = headers?.get("retry-after")?.trim() ?? "";
  const answered = Date.parse(headers?.get("Date") ?? "");
  const wait = /^\d{1,9}$/.test(said)
    ? Number(said) * 1_000
    : Date.parse(said) - (Number.isNaN(answered) ? now : answered);
  return Number.isNaN(wait)
    ? null
    : Math.min(RETRY_AFTER_MAX_MS, Math.max(0, wait));
}
