import type {
  CurrencyRule,
  Funnel,
  MoneyForm,
  Prices,
  Product,
} from "../../generated/contract.ts";
import { own } from "./read.ts";

/** Writes an amount in minor units as its currency is written: "CA$1,054.90", "¥3,900". */
export function money(minor: number, { symbol, digits }: MoneyForm): string {
  const padded = minor.toString().padStart(digits + 1, "0");
  const point = padded.length - digits;
  const whole = padded.slice(0, point).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${symbol}${whole}${digits === 0 ? "" : `.${padded.slice(point)}`}`;
}

/**
 * A product as it is sold to the visitor: lowered by their promo code where they have one. One that is not the funnel's
 * is a bug and throws.
 */
export function soldAs(
  { products, codes }: Pick<Funnel, "products" | "codes">,
  code: string,
  promo: string | null,
): Product {
  const product = own(products, code);
  if (product === undefined) throw new Error(`no product is called ${code}`);
  const lowered =
    promo === null ? undefined : own(own(codes, promo)?.prices ?? {}, code);
  return lowered === undefined ? product : { ...product, prices: lowered };
}

/** The compiler has seen to it that every product has a price in every currency of its brand. */
export function amountIn(prices: Prices, { code }: CurrencyRule): number {
  const minor = prices[code];
  if (minor === undefined) throw new Error(`there is no price in ${code}`);
  return minor;
}
