import * as iso4217 from "dinero.js/currencies";

/** The ariary and the ouguiya count in fifths; ISO 4217 gives them two digits all the same. */
const DIGITS_OF_FIFTHS = 2;

/** The digits of every currency of ISO 4217, by its code. */
export const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.values(iso4217).map(({ code, base, exponent }) => [
    code,
    base === 10 ? exponent : DIGITS_OF_FIFTHS,
  ]),
);

/**
 * Digits after the point, as ISO 4217 has them: 2 for USD, 0 for JPY, 3 for KWD; null for what is no currency. Intl has
 * other ones, of everyday use.
 */
export function minorDigits(code: string): number | null {
  return DIGITS.get(code) ?? null;
}

/** `5.00` with two digits is 500 minor units; null for what is no amount, or finer. */
export function readMinor(text: string, count: number): number | null {
  const [, whole, rest = ""] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || rest.length > count) return null;
  const minor = Number(`${whole}${rest.padEnd(count, "0")}`);
  return minor > 0 ? minor : null;
}
