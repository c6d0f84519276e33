import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../variables.ts";

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

/** Whether fields carry the signature that belongs to them by one of the secrets; takes the same time for every wrong one. */
export function isSigned(fields: Fields, secrets: Secrets): boolean {
  const given = Buffer.from(fields["signature"] ?? "");
  return secrets.some((secret) => {
    const expected = Buffer.from(signFields(fields, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
