import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { BrandNode } from "../link/program.ts";
import { data, number } from "../schema/read.ts";
import { pricesWritten } from "./missing-price.ts";
import type { BrandRule } from "./rule.ts";

/** So many times more or less than in the other currencies is no difference between countries. */
export const APART = 10;
/** From so few prices, nobody knows what one currency is in another. */
const FEWEST = 3;

/** A price is about as high in one currency as in the others, as far as the brand's other prices tell. */
export const pricesApart: BrandRule = ({ brands }) => brands.flatMap(apart);

function apart(node: BrandNode): Diagnostic[] {
  const lists = pricesWritten(node);
  const [base] = Object.keys(lists[0]?.prices ?? {});
  if (base === undefined) return [];
  const shares = new Map<string, number[]>();
  const shareOf = (
    currency: string,
    prices: Readonly<Record<string, unknown>>,
  ) => {
    const [price, other] = [number(prices[currency]), number(prices[base])];
    return price === null || other === null ? null : price / other;
  };
  for (const { prices } of lists)
    for (const currency of Object.keys(prices)) {
      const share = shareOf(currency, prices);
      if (share !== null)
        shares.set(currency, [...(shares.get(currency) ?? []), share]);
    }
  const usual = new Map(
    [...shares].flatMap(([currency, all]) =>
      all.length < FEWEST ? [] : [[currency, middleOf(all)] as const],
    ),
  );
  return lists.flatMap(({ prices, path }) => {
    const wrong = Object.keys(prices).filter((currency) => {
      const share = shareOf(currency, prices);
      const expected = usual.get(currency);
      if (share === null || expected === undefined) return false;
      return share > expected * APART || share < expected / APART;
    });
    if (wrong.length === 0) return [];
    // Which of two prices is the slip, the other prices in each currency tell.
    const [currency = base] = [base, ...wrong].sort(
      (one, other) =>
        oddness(other, prices, lists) - oddness(one, prices, lists),
    );
    const at = node.source.span([...path, currency], "value");
    const price = number(prices[currency]) ?? 0;
    return [diagnose("product/price-apart", at, { price, currency })];
  });
}

/** How far a price is from the middle one in its currency, as a power. */
function oddness(
  currency: string,
  prices: Readonly<Record<string, unknown>>,
  lists: ReturnType<typeof pricesWritten>,
): number {
  const all = lists.flatMap((list) => number(list.prices[currency]) ?? []);
  return Math.abs(Math.log((number(prices[currency]) ?? 1) / middleOf(all)));
}

function middleOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

/** A renewal that comes earlier than what was paid for lasts costs less. */
export const renewsSooner: BrandRule = ({ brands }) =>
  brands.flatMap(({ products, source }) =>
    Object.entries(products).flatMap(([code, { days, renewal, prices }]) => {
      if (renewal === null || days === null || renewal.everyDays >= days)
        return [];
      const before = new Map(Object.entries(prices));
      const isDearer = Object.entries(renewal.prices).every(
        ([currency, amount = 0]) => amount >= (before.get(currency) ?? 0),
      );
      if (!isDearer || data(data(source.data).products)[code] === undefined)
        return [];
      const path = ["products", code, "renews", "everyDays"];
      const words = { code, days, everyDays: renewal.everyDays };
      return [
        diagnose("product/renews-sooner", source.span(path, "value"), words),
      ];
    }),
  );
