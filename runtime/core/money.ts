import type {
  CurrencyCode,
  CurrencyRule,
  Product,
} from "../../generated/contract.ts";
import { period, span } from "./period.ts";

/** A price as the visitor sees it. */
export interface Price {
  /** Minor units: cents, pence. */
  readonly minor: number;
  readonly currency: CurrencyCode;
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

/** Formats an amount in minor units with the rule's symbol: "CA$1,054.90". */
export function money(minor: number, symbol: string): string {
  const whole = Math.floor(minor / 100).toString();
  const cents = (minor % 100).toString().padStart(2, "0");
  return `${symbol}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

/** The price of a product in the visitor's currency. */
export function priceOf(product: Product, rule: CurrencyRule): Price {
  const minor = product.prices[rule.code];
  return {
    minor,
    currency: rule.code,
    text: money(minor, rule.symbol),
    // Rounded up: a day never costs more than it says.
    perDay:
      product.days === null
        ? null
        : money(Math.ceil(minor / product.days), rule.symbol),
    renewal: renewalOf(product, rule),
    product,
  };
}

function renewalOf(
  { renewal, days }: Product,
  rule: CurrencyRule,
): Renewal | null {
  if (renewal === null) return null;
  const minor = renewal.prices[rule.code];
  const price = money(minor, rule.symbol);
  const first = span(days ?? renewal.everyDays);
  const terms = `${price} every ${period(renewal.everyDays)} until you cancel`;
  return {
    text: `After ${first} it renews at ${terms}.`,
    everyDays: renewal.everyDays,
    minor,
    price,
  };
}
