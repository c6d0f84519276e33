import { FetchError } from "ofetch";
import { isRecord } from "../core/read.ts";

const PREFIX = "urn:problem:";

/** The stable name of what the server says has failed (RFC 9457, `type`); null where it says none. */
export function problemOf(error: unknown): string | null {
  if (!(error instanceof FetchError)) return null;
  const problem: unknown = error.data;
  const type = isRecord(problem) ? problem["type"] : null;
  return typeof type === "string" && type.startsWith(PREFIX)
    ? type.slice(PREFIX.length)
    : null;
}

/** Whether the server refused a price that does not hold any more: its time has ended, or its code. */
export function isPriceChanged(error: unknown): boolean {
  return problemOf(error) === "price-changed";
}
