import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { isCurrency } from "../link/currencies.ts";
import type { BrandNode } from "../link/program.ts";
import { data, number } from "../schema/read.ts";
import { pricesWritten, type PricesWritten } from "./missing-price.ts";
import { unitsToADollar, USUAL } from "./rough-rates.ts";
import type { BrandRule } from "./rule.ts";

/** So many times more or less than in the other currencies is no difference between countries. */
const APART = 4;
/** So many times more than what else a product costs is another unit. */
export const TENFOLD = 10;
/** So many times more than the dearest product is no other product of the same brand. */
const FAR = 5;
/** From fewer prices, nobody knows what exactly one currency is in another. */
const FEWEST = 3;

/** A price is about as high in one currency as in the others, as far as the brand's other prices tell. */
export const pricesApart: BrandRule = ({ brands }) =>
  brands.flatMap(pricesApartIn);

export function pricesApartIn(node: BrandNode): Diagnostic[] {
  const lists = pricesWritten(node);
  if (lists.length < FEWEST) return roughlyApart(node, lists);
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
    const compared = Object.keys(prices).filter(
      (currency) => currency !== base && usual.has(currency),
    );
    // Where all others seem wrong, what they are compared with is the slip; else the other prices in each currency tell.
    const isBase = wrong.length === compared.length && wrong.length > 1;
    const mayBeBase = wrong.length > compared.length / 2;
    const [currency = base] = [
      ...(mayBeBase ? [base] : []),
      ...(isBase ? [] : wrong),
    ].sort(
      (one, other) =>
        oddness(other, prices, lists) - oddness(one, prices, lists),
    );
    const at = node.source.span([...path, currency], "value");
    const price = number(prices[currency]) ?? 0;
    return [diagnose("product/price-apart", at, { price, currency })];
  });
}

/** From few prices, rough rates tell what one currency is in another: what is wrong by far is found. */
function roughlyApart(
  node: BrandNode,
  lists: readonly PricesWritten[],
): Diagnostic[] {
  const inDollars = lists.map(({ prices, path }) => ({
    path,
    own: Object.entries(prices)
      .flatMap(([currency, written]) => {
        const price = number(written);
        if (price === null || !isCurrency(currency)) return [];
        return [{ currency, price, dollars: price / unitsToADollar(currency) }];
      })
      .sort((one, other) => one.dollars - other.dollars),
  }));
  const all = inDollars.flatMap(({ own }) => own.map(({ dollars }) => dollars));
  const usual = middleOf([USUAL, ...all]);
  return inDollars.flatMap(({ path, own }) => {
    const half = own.length / 2;
    const byOddness = (prices: typeof own) =>
      prices.toSorted(
        (one, other) => times(other.dollars, usual) - times(one.dollars, usual),
      );
    // Two prices are both in the middle: the one like others of the brand is meant.
    const middle = byOddness(
      own.slice(Math.ceil(half) - 1, Math.floor(half) + 1),
    ).at(-1);
    if (middle === undefined) return [];
    const wrong = own.filter(
      ({ dollars }) => times(dollars, middle.dollars) > TENFOLD,
    );
    if (wrong.length === 0) return [];
    const [{ currency, price } = middle] = byOddness([middle, ...wrong]);
    const at = node.source.span([...path, currency], "value");
    return [diagnose("product/price-apart", at, { price, currency })];
  });
}

/** How many times the lower of two amounts the higher one is. */
function times(one: number, other: number): number {
  return Math.max(one / other, other / one);
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

/** A price is written in whole units: all of a product in cents are a hundred times what its others are. */
export const minorUnitsTyped: BrandRule = ({ brands }) =>
  brands.flatMap((node) => {
    const lists = pricesWritten(node);
    return lists.flatMap((list) => {
      if (!isWhole(list) || !isHundredfold(list, lists)) return [];
      const [[currency, price] = ["", 0]] = Object.entries(list.prices);
      const at = node.source.span(list.path, "value");
      const words = { price: number(price) ?? 0, currency };
      return [diagnose("product/minor-units", at, words)];
    });
  });

function isWhole({ prices }: PricesWritten): boolean {
  const amounts = Object.values(prices);
  return amounts.length > 0 && amounts.every(Number.isInteger);
}

/**
 * Whether a hundredth of each price is what the product otherwise costs, or what others of the brand do and nothing of
 * it costs nearly as much as the price that is written.
 */
function isHundredfold(
  list: PricesWritten,
  lists: readonly PricesWritten[],
): boolean {
  const own = lists.filter((one) => one.code === list.code && one !== list);
  const others = lists.filter((one) => one.code !== list.code && !isWhole(one));
  return Object.entries(list.prices).every(([currency, written]) => {
    const amountsOf = (from: readonly PricesWritten[]) =>
      from.flatMap(({ prices }) => number(prices[currency]) ?? []);
    const price = number(written) ?? 0;
    const siblings = amountsOf(own.filter((one) => !isWhole(one)));
    if (siblings.length > 0)
      return siblings.every((amount) => price > amount * TENFOLD);
    const known = amountsOf(others);
    return (
      // A brand that writes whole amounts may mean this one too.
      known.length >= FEWEST &&
      price > Math.max(...known) * FAR &&
      price / 100 > Math.min(...known) / FAR
    );
  });
}

/** So many times less than what was paid for before, each day, is no renewal that anybody expects. */
const DEARER_A_DAY = 3;

/** A renewal that comes earlier than what was paid for lasts costs less. */
export const renewsSooner: BrandRule = ({ brands }) =>
  brands.flatMap(({ products, source }) =>
    Object.entries(products).flatMap(([code, { days, renewal, prices }]) => {
      if (renewal === null || days === null || renewal.everyDays >= days)
        return [];
      const before = new Map(Object.entries(prices));
      const isDearer = Object.entries(renewal.prices).some(
        ([currency, amount = 0]) => {
          const paid = before.get(currency) ?? 0;
          const aDay = amount / renewal.everyDays / (paid / days);
          return amount >= paid || aDay > DEARER_A_DAY;
        },
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
