import type { CurrencyCode, Prices, Product } from "../contract.ts";
import { data, number, text, type Data } from "./read.ts";

/** The products of a brand by code. */
export function productsOf(raw: Data): Record<string, Product> {
  return Object.fromEntries(
    Object.entries(data(raw.products)).map(([code, entry]) => {
      const { name, price, days, renews } = data(entry);
      const renewal = renews === undefined ? null : data(renews);
      const product: Product = {
        code,
        name: text(name),
        prices: pricesOf(price),
        days: number(days),
        renewal:
          renewal === null
            ? null
            : {
                everyDays: number(renewal.everyDays) ?? 0,
                prices: pricesOf(renewal.price),
              },
      };
      return [code, product];
    }),
  );
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
