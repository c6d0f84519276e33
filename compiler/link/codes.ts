import type {
  Code,
  CurrencyRule,
  Prices,
  Product,
} from "../shared/contract.ts";
import { data, items, number, text, type Data } from "../schema/read.ts";
import type { DeclaredCode } from "./program.ts";
import { minorUnits } from "./products.ts";
import { undeclared } from "./regular.ts";
import type { BrandScope, Findings } from "./scope.ts";

/** The promo codes that a funnel declares, with the price of each of their products. */
export function codesOf(
  raw: Data,
  scope: BrandScope,
  findings: Findings,
): DeclaredCode[] {
  const { products, currencies } = scope;
  return Object.entries(data(raw.codes)).map(([id, declared]) => {
    const { code, off, limit, each, until } = data(declared);
    const word = text(code);
    const worth = worthOf(off, currencies);
    const named = items(data(declared).products).map((name) => text(name));
    named.forEach((name, i) => {
      const path = ["codes", id, "products", i];
      const unknown = undeclared(name, products);
      if (unknown !== null) findings.add("product/unknown", path, unknown);
    });
    const lowered = named.flatMap((name) => {
      const product = products[name];
      if (product === undefined) return [];
      return [[name, loweredPrices(product, worth, scope)] as const];
    });
    return {
      id,
      prefix: word.endsWith("-*") ? word.slice(0, -2) : null,
      word: word.endsWith("-*") ? null : word,
      limit: number(limit),
      each: number(each) ?? 1,
      until: until === undefined ? null : text(until),
      worth,
      prices: Object.fromEntries(lowered),
    };
  });
}

function worthOf(
  off: unknown,
  currencies: readonly CurrencyRule[],
): Code["worth"] {
  if (typeof off === "string")
    return { kind: "percent", percent: Number.parseInt(off, 10) };
  const amounts = Object.fromEntries(
    currencies.flatMap(({ code, digits }) => {
      const amount = number(data(off)[code]);
      return amount === null ? [] : [[code, minorUnits(amount, digits)]];
    }),
  );
  return { kind: "amount", amounts };
}

/** Rounded in the visitor's favour, to what can be charged. */
function loweredPrices(
  { prices }: Product,
  worth: Code["worth"],
  { currencies, wholeUnits }: BrandScope,
): Prices {
  return Object.fromEntries(
    currencies.flatMap(({ code, digits }) => {
      const price = prices[code];
      if (price === undefined) return [];
      // Cards settle currencies of three digits to two.
      const finest = Math.max(0, digits - 2);
      const unit = 10 ** (wholeUnits.has(code) ? digits : finest);
      const left =
        worth.kind === "percent"
          ? (price * (100 - worth.percent)) / 100
          : price - (worth.amounts[code] ?? 0);
      return [[code, Math.floor(left / unit) * unit]];
    }),
  );
}

/** What pages show of the codes. */
export function shownCodes(
  codes: readonly DeclaredCode[],
): Record<string, Code> {
  return Object.fromEntries(
    codes.map(({ id, prefix, worth, prices }) => [
      id,
      { prefix, worth, prices },
    ]),
  );
}
