import { HEADER_MAX } from "../../generated/call.ts";

/** Makes any text fit for a header: printable ASCII, cut where the server would. */
export function headerValue(value: string): string {
  return value
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, HEADER_MAX);
}
