import { diagnose } from "../diagnostics/diagnostic.ts";
import { number } from "../schema/read.ts";
import { pricesWritten } from "./missing-price.ts";
import type { BrandRule } from "./rule.ts";

/** From fewer prices, nobody knows which of two currencies has the higher numbers. */
const FEWEST = 5;
/** How far a price may be from the brand's usual rate, as a share of it. */
const LEEWAY = 0.15;

/** The prices in two currencies that stand where the other one's should: everywhere else, the other one is higher. */
export const pricesSwapped: BrandRule = ({ brands }) =>
  brands.flatMap((node) => {
    const lists = pricesWritten(node);
    if (lists.length <= FEWEST) return [];
    return lists.flatMap(({ prices, path }) => {
      const codes = Object.keys(prices);
      const swapped = codes.flatMap((one, i) =>
        codes.slice(i + 1).flatMap((other) => {
          const own = ratioOf(prices, one, other);
          const others = lists.flatMap((list) =>
            list.prices === prices
              ? []
              : (ratioOf(list.prices, one, other) ?? []),
          );
          return own !== null && isTurned(own, others) ? [[one, other]] : [];
        }),
      );
      // Of several pairs, one price is wrong: which one, nobody can tell from their order.
      const [pair] = swapped;
      if (pair === undefined || swapped.length > 1) return [];
      const [one = "", other = ""] = pair;
      const at = node.source.span([...path, one], "value");
      const isHigher = (ratioOf(prices, one, other) ?? 0) < 1;
      const words = { one, other, higher: isHigher ? one : other };
      return [diagnose("product/prices-swapped", at, words)];
    });
  });

function ratioOf(
  prices: Readonly<Record<string, unknown>>,
  one: string,
  other: string,
): number | null {
  const [first, second] = [number(prices[one]), number(prices[other])];
  return first === null || second === null ? null : first / second;
}

/** Whether a ratio is about the inverse of what it is everywhere else. */
function isTurned(own: number, others: readonly number[]): boolean {
  if (others.length < FEWEST) return false;
  const sorted = others.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 1;
  const isHigher = usual > 1;
  // Where one currency is not always the higher one, nothing can be said.
  if (!others.every((ratio) => (isHigher ? ratio > 1 : ratio < 1)))
    return false;
  const isOther = isHigher ? own < 1 : own > 1;
  return isOther && Math.abs(1 / own / usual - 1) < LEEWAY;
}
