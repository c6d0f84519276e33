/** Longest header value in characters. */
export const HEADER_MAX = 1_024;

/** Makes any text fit for a header: printable ASCII, cut at 1,024. */
export function headerValue(value: string): string {
  return value
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, HEADER_MAX);
}
