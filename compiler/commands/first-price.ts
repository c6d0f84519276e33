import { AMOUNT_MAX } from "../rules/price-amount.ts";
import { unitsToADollar, USUAL } from "../rules/rough-rates.ts";
import { minorDigits } from "../shared/minor-digits.ts";

/** A price to be replaced, about as high in each currency, that can be charged: 29.99 USD, 2990 JPY, 9.99 KWD. */
export function firstPrice(code: string): number {
  const units = unitsToADollar(code);
  const price = units === 1 ? 29.99 : units < 1 ? 9.99 : units * USUAL;
  const digits = minorDigits(code) ?? 2;
  const most = Math.floor(AMOUNT_MAX / 10 ** digits);
  return Number(Math.min(price, most).toFixed(digits));
}
