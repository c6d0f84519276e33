import type { CurrencyCode, Prices, Product } from "../shared/contract.ts";
import { data, number, text, type Data } from "../schema/read.ts";
import { regularCode } from "./regular.ts";

/** The products of a brand by code; one with a regular price is there twice. */
export function productsOf(raw: Data): Record<string, Product> {
  return Object.fromEntries(
    Object.entries(data(raw.products)).flatMap(([code, entry]) => {
      const { regular, ...own } = data(entry);
      const product = productOf(code, own);
      if (regular === undefined) return [[code, product]];
      const twin = regularCode(code);
      // What the regular price does not say is as it is for everybody.
      return [
        [code, product],
        [twin, productOf(twin, { ...own, ...data(regular) })],
      ];
    }),
  );
}

function productOf(code: string, { name, price, days, renews }: Data): Product {
  const renewal = renews === undefined ? null : data(renews);
  return {
    code,
    name: text(name),
    prices: pricesOf(price),
    days: number(days),
    renewal: renewal && {
      everyDays: number(renewal.everyDays) ?? 0,
      prices: pricesOf(renewal.price),
    },
  };
}

/** Whole units to minor units; a missing price is 0 and reported by its own rule. */
function pricesOf(raw: unknown): Prices {
  const given = data(raw);
  const minor = (code: CurrencyCode) =>
    Math.round((number(given[code]) ?? 0) * 100);
  return {
    USD: minor("USD"),
    EUR: minor("EUR"),
    GBP: minor("GBP"),
    CAD: minor("CAD"),
  };
}
