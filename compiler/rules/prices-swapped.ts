import { diagnose } from "../diagnostics/diagnostic.ts";
import { number } from "../schema/read.ts";
import { type PricesWritten, pricesWritten } from "./missing-price.ts";
import type { BrandRule } from "./rule.ts";

/** From fewer prices, nobody knows which of two currencies has the higher numbers. */
const FEWEST = 5;
/** How far a price may be from the brand's usual rate, as a share of it. */
const LEEWAY = 0.15;

/** Two currencies of a list of prices, as it names them. */
interface Pair {
  readonly list: PricesWritten;
  readonly one: string;
  readonly other: string;
  readonly ratio: number;
}

/** The prices in two currencies that stand where the other one's should: everywhere else, the other one is higher. */
export const pricesSwapped: BrandRule = ({ brands }) =>
  brands.flatMap((node) => {
    const lists = pricesWritten(node);
    if (lists.length <= FEWEST) return [];
    const turned = turnedBy(lists);
    return lists.flatMap((list) => {
      // Of several pairs, one price is wrong: which one, nobody can tell from their order.
      const [pair, ...more] = turned.get(list) ?? [];
      if (pair === undefined || more.length > 0) return [];
      const { one, other, ratio } = pair;
      const at = node.source.span([...list.path, one], "value");
      const words = { one, other, higher: ratio < 1 ? one : other };
      return [diagnose("product/prices-swapped", at, words)];
    });
  });

/** The pairs that are turned in only one list of a brand, by that list. */
function turnedBy(
  lists: readonly PricesWritten[],
): ReadonlyMap<PricesWritten, readonly Pair[]> {
  const named = new Map<string, Pair[]>();
  for (const pair of lists.flatMap(pairsOf)) {
    const name = [pair.one, pair.other].toSorted().join(" ");
    const pairs = named.get(name) ?? [];
    named.set(name, pairs);
    pairs.push(pair);
  }
  const turned = new Map<PricesWritten, Pair[]>();
  for (const pairs of named.values()) {
    const pair = turnedIn(pairs);
    if (pair !== null)
      turned.set(pair.list, [...(turned.get(pair.list) ?? []), pair]);
  }
  return turned;
}

function pairsOf(list: PricesWritten): Pair[] {
  const prices = Object.entries(list.prices).flatMap(([code, price]) => {
    const amount = number(price);
    return amount === null ? [] : [{ code, amount }];
  });
  return prices.flatMap(({ code: one, amount }, i) =>
    prices.slice(i + 1).map((second) => ({
      list,
      one,
      other: second.code,
      ratio: amount / second.amount,
    })),
  );
}

/** Of the same two currencies, the pair whose ratio is about the inverse of what it is everywhere else. */
function turnedIn(pairs: readonly Pair[]): Pair | null {
  const [first] = pairs;
  if (first === undefined || pairs.length <= FEWEST) return null;
  const higher = pairs.filter((pair) => ratioAs(first, pair) > 1);
  const lower = pairs.filter((pair) => ratioAs(first, pair) < 1);
  // Where one currency is not always the higher one, nothing can be said.
  if (higher.length + lower.length < pairs.length) return null;
  const [alone, others] =
    higher.length === 1 ? [higher, lower] : [lower, higher];
  const [turned] = alone;
  if (turned === undefined || alone.length > 1) return null;
  const sorted = others
    .map((pair) => ratioAs(turned, pair))
    .toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 1;
  return Math.abs(1 / turned.ratio / usual - 1) < LEEWAY ? turned : null;
}

/** The ratio of a pair, its currencies in the order of another one. */
function ratioAs({ one }: Pair, pair: Pair): number {
  return pair.one === one ? pair.ratio : 1 / pair.ratio;
}
