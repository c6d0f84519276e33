import type { CurrencyRule, Prices, Product } from "../shared/contract.ts";
import { data, number, text, type Data } from "../schema/read.ts";
import { regularCode } from "./regular.ts";

/** The products of a brand by code, priced in its currencies; one with a regular price is there twice. */
export function productsOf(
  raw: Data,
  rules: readonly CurrencyRule[],
): Record<string, Product> {
  return Object.fromEntries(
    Object.entries(data(raw.products)).flatMap(([code, entry]) => {
      const { regular, ...own } = data(entry);
      const product = productOf(code, own, rules);
      if (regular === undefined) return [[code, product]];
      const twin = regularCode(code);
      // What the regular price does not say is as it is for everybody.
      return [
        [code, product],
        [twin, productOf(twin, { ...own, ...data(regular) }, rules)],
      ];
    }),
  );
}

/** What the price list says of buying again, by code; the regular twin is as its product. */
export function repeatableOf(raw: Data): ReadonlyMap<string, boolean> {
  return new Map(
    Object.entries(data(raw.products)).flatMap(([code, entry]) => {
      const { repeatable, gift } = data(entry);
      // Somebody has more than one friend.
      const says = repeatable ?? (gift === undefined ? undefined : true);
      return typeof says === "boolean"
        ? [code, regularCode(code)].map((each) => [each, says] as const)
        : [];
    }),
  );
}

/** By how many people what the price list calls a gift can be opened, by code; the regular twin is as its product. */
export function giftsOf(raw: Data): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(data(raw.products)).flatMap(([code, entry]) => {
      const gift = number(data(entry).gift);
      return gift === null
        ? []
        : [code, regularCode(code)].map((each) => [each, gift] as const);
    }),
  );
}

function productOf(
  code: string,
  { name, price, days, renews }: Data,
  rules: readonly CurrencyRule[],
): Product {
  const renewal = renews === undefined ? null : data(renews);
  return {
    code,
    name: text(name),
    prices: pricesOf(price, rules),
    days: number(days),
    renewal: renewal && {
      everyDays: number(renewal.everyDays) ?? 0,
      prices: pricesOf(renewal.price, rules),
    },
  };
}

/** As they are written, to minor units; one that is missing is reported by its own rule. */
function pricesOf(raw: unknown, rules: readonly CurrencyRule[]): Prices {
  const given = data(raw);
  return Object.fromEntries(
    rules.flatMap(({ code, digits }) => {
      const price = number(given[code]);
      return price === null ? [] : [[code, minorUnits(price, digits)]];
    }),
  );
}

/** A price in minor units: 39.99 with two digits is 3999. */
export function minorUnits(price: number, digits: number): number {
  return Math.round(price * 10 ** digits);
}
