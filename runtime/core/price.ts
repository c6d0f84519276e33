import type {
  CurrencyRule,
  Funnel,
  Product,
} from "../../generated/contract.ts";
import type { Currency } from "../../generated/names.ts";
import { amountIn, money, soldAs } from "./money.ts";
import { recurring, span } from "../../generated/period.ts";
import { unbroken } from "../../generated/unbroken.ts";

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
  /** Days until the first one. */
  readonly firstDays: number;
  /** Minor units. */
  readonly minor: number;
  /** "$39.99" */
  readonly price: string;
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

/** What a page shows a product for, see `soldAs`. */
export function shownPrice(
  funnel: Pick<Funnel, "products" | "codes">,
  code: string,
  rule: CurrencyRule,
  promo: string | null,
): Price {
  return priceOf(soldAs(funnel, code, promo), rule);
}

function renewalOf(
  { renewal, days }: Product,
  rule: CurrencyRule,
): Renewal | null {
  if (renewal === null) return null;
  const minor = amountIn(renewal.prices, rule);
  const price = money(minor, rule);
  const firstDays = days ?? renewal.everyDays;
  const first = unbroken(span(firstDays));
  const terms = `${unbroken("at ")}${recurring(price, renewal.everyDays)}`;
  return {
    text: `After ${first} it renews ${terms} until you cancel.`,
    everyDays: renewal.everyDays,
    firstDays,
    minor,
    price,
  };
}
