import type {
  CurrencyRule,
  Funnel,
  MoneyForm,
  Prices,
  Product,
} from "../../generated/contract.ts";
import type { Currency } from "../../generated/names.ts";
import { period, span } from "./period.ts";
import { own } from "./read.ts";

/** A price as the visitor sees it. */
export interface Price {
  /** Minor units: cents, pence, whole yen. */
  readonly minor: number;
  readonly currency: Currency;
  /** "$39.99" */
  readonly text: string;
  /** "$0.48", rounded up; null when the access does not end. */
  readonly perDay: string | null;
  readonly renewal: Renewal | null;
  readonly product: Product;
}

interface Renewal {
  /** "After 4 weeks it renews at $39.99 every 12 weeks until you cancel." */
  readonly text: string;
  readonly everyDays: number;
  /** Minor units. */
  readonly minor: number;
  /** "$39.99" */
  readonly price: string;
}

/** Writes an amount in minor units as its currency is written: "CA$1,054.90", "¥3,900". */
export function money(minor: number, { symbol, digits }: MoneyForm): string {
  const padded = minor.toString().padStart(digits + 1, "0");
  const point = padded.length - digits;
  const whole = padded.slice(0, point).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${symbol}${whole}${digits === 0 ? "" : `.${padded.slice(point)}`}`;
}

/** The price of a product in the visitor's currency. */
export function priceOf(product: Product, rule: CurrencyRule): Price {
  const minor = amountIn(product.prices, rule);
  return {
    minor,
    currency: rule.code,
    text: money(minor, rule),
    // Rounded up: a day never costs more than it says.
    perDay:
      product.days === null
        ? null
        : money(Math.ceil(minor / product.days), rule),
    renewal: renewalOf(product, rule),
    product,
  };
}

/**
 * What a page shows a product for: lowered by the visitor's promo code where they have one. A product that is not the
 * funnel's is a bug and throws.
 */
export function shownPrice(
  { products, codes }: Pick<Funnel, "products" | "codes">,
  code: string,
  rule: CurrencyRule,
  promo: string | null,
): Price {
  const product = own(products, code);
  if (product === undefined) throw new Error(`no product is called ${code}`);
  const lowered =
    promo === null ? undefined : own(own(codes, promo)?.prices ?? {}, code);
  const sold =
    lowered === undefined ? product : { ...product, prices: lowered };
  return priceOf(sold, rule);
}

/** The compiler has seen to it that every product has a price in every currency of its brand. */
function amountIn(prices: Prices, { code }: CurrencyRule): number {
  const minor = prices[code];
  if (minor === undefined) throw new Error(`there is no price in ${code}`);
  return minor;
}

function renewalOf(
  { renewal, days }: Product,
  rule: CurrencyRule,
): Renewal | null {
  if (renewal === null) return null;
  const minor = amountIn(renewal.prices, rule);
  const price = money(minor, rule);
  const first = span(days ?? renewal.everyDays);
  const terms = `${price} every ${period(renewal.everyDays)} until you cancel`;
  return {
    text: `After ${first} it renews at ${terms}.`,
    everyDays: renewal.everyDays,
    minor,
    price,
  };
}
