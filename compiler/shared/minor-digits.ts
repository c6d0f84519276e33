import * as iso4217 from "dinero.js/currencies";

/** The ariary and the ouguiya count in fifths; ISO 4217 gives them two digits all the same. */
const DIGITS_OF_FIFTHS = 2;

const digits: ReadonlyMap<string, number> = new Map(
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
  return digits.get(code) ?? null;
}
