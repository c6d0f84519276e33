import {
  minorDigits as digitsOf,
  readMinor,
} from "../../generated/minor-digits.ts";

/** Digits after the point, also of a currency that nothing is sold in any more. */
export function minorDigits(currency: string): number {
  return digitsOf(currency) ?? 2;
}

/**
 * `$39.99`, `CA$39.99`, `¥3,900`, `KWD 12.500`: an amount in minor units; with the symbols of a brand as its pages have
 * it.
 */
export function formatMoney(
  amount: number,
  currency: string,
  symbols: Readonly<Record<string, string>> = {},
): string {
  const count = minorDigits(currency);
  const parts = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: count,
    maximumFractionDigits: count,
  }).formatToParts(amount / 10 ** count);
  const symbol = symbols[currency];
  return parts
    .filter(({ type }) => symbol === undefined || type !== "literal")
    .map(({ type, value }) => (type === "currency" ? (symbol ?? value) : value))
    .join("");
}

/** `39.99`, `3900`, `12.500`: an amount in minor units as programs read it. */
export function plainMoney(amount: number, currency: string): string {
  const count = minorDigits(currency);
  return (amount / 10 ** count).toFixed(count);
}

/** `5.00` in USD is 500 minor units; null for what is no amount, or finer than the currency. */
export function readMoney(text: string, currency: string): number | null {
  return readMinor(text, minorDigits(currency));
}
