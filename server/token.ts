import { createHash, randomBytes } from "node:crypto";

export type Random = (bytes: number) => Uint8Array;
export const systemRandom: Random = (bytes) => randomBytes(bytes);

const TOKEN_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/**
 * An unguessable id: 128 bits in 22 characters that are safe in a URL, a header and a cookie; the first one is no dash, by
 * which commands know options.
 */
export function newToken(random: Random): string {
  const token = Buffer.from(random(TOKEN_BYTES)).toString("base64url");
  return token.replace(/^-/, "_");
}

/** Whether a text has the form of `newToken()`; says nothing about who made it. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What was given as a token, as far as it has the form of one; null for anything else. */
export function readToken(given: unknown): string | null {
  return typeof given === "string" && isToken(given) ? given : null;
}

/** Whether a text is a UUID, in letters of either size. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** SHA-256 in base64url: what is stored of a secret, and compared of a body. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Digest of data, whatever the order of its keys. */
export function digestOf(data: unknown): string {
  return digest(
    JSON.stringify(data, (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)),
          )
        : value,
    ),
  );
}
