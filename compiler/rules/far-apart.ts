import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, number, type Data } from "../schema/read.ts";
import { TENFOLD } from "./price-list.ts";
import type { BrandRule } from "./rule.ts";

/** What is paid to try something says nothing about its price. */
const TRIAL = 3;
/** So many times the regular price is no renewal that anybody expects. */
const DEARER = 2;

/** So many times more than anything else of a product is a price in cents. */
const CENTS = 40;

/** What a product costs at first, regularly and again are prices of one thing: none is another by a digit. */
export const farApart: BrandRule = ({ brands }) =>
  brands.flatMap(({ source }) =>
    Object.entries(data(data(source.data).products)).flatMap(([code, raw]) => {
      const wrong = wrongIn(data(raw));
      if (wrong === null) return [];
      const { key, ...words } = wrong;
      const path: Path = ["products", code, key, "price", words.currency];
      const at = source.span(path, "value");
      return [diagnose("product/far-apart", at, { code, ...words })];
    }),
  );

interface Wrong {
  readonly key: "regular" | "renews";
  readonly currency: string;
  readonly price: number;
  readonly other: number;
}

/** What is far from what it is held against, in each currency: in one alone, it is told as apart from the others. */
function wrongIn(product: Data): Wrong | null {
  const all = Object.keys(data(product.price)).map((currency) =>
    ofCurrency(product, currency),
  );
  const [first = null] = all;
  return all.every((wrong) => wrong?.key === first?.key) ? first : null;
}

function ofCurrency(
  { price, days, regular, renews }: Data,
  currency: string,
): Wrong | null {
  const priceOf = (prices: unknown) => number(data(prices)[currency]);
  const now = priceOf(price);
  if (now === null) return null;
  const then = priceOf(data(regular).price);
  const later = priceOf(data(renews).price);
  if (then !== null && isFar(then, now))
    return { key: "regular", currency, price: then, other: now };
  const lasts = number(data(regular).days) ?? number(days);
  if (later === null || lasts !== number(data(renews).everyDays)) return null;
  const other = then ?? now;
  const isWrong =
    then === null ? isFar(later, now) : isMore(later, then, DEARER);
  return isWrong ? { key: "renews", currency, price: later, other } : null;
}

function isFar(price: number, now: number): boolean {
  return now >= TRIAL && isMore(price, now, TENFOLD);
}

/** So many times more; what is typed in cents is told as that. */
function isMore(price: number, other: number, times: number): boolean {
  const isInCents = Number.isInteger(price) && price > other * CENTS;
  return price >= other * times && !isInCents;
}
