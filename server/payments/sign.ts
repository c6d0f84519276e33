import { createHmac, timingSafeEqual } from "node:crypto";

export type Fields = Readonly<Record<string, string>>;

/**
 * HMAC-SHA256, in hex, of named texts in the order of their names. Names and values are written as JSON, so that no
 * two sets of fields are the same text.
 */
export function signFields(fields: Fields, secret: string): string {
  const sorted = Object.entries(fields)
    .filter(([name]) => name !== "signature")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", secret)
    .update(JSON.stringify(sorted))
    .digest("hex");
}

/** Whether fields carry the signature that belongs to them; takes the same time for every wrong one. */
export function isSigned(fields: Fields, secret: string): boolean {
  const expected = Buffer.from(signFields(fields, secret));
  const given = Buffer.from(fields["signature"] ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
