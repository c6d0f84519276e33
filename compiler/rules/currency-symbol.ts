import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { codesOf, isCurrency } from "../link/currencies.ts";
import { DIGITS } from "../shared/minor-digits.ts";
import type { BrandRule } from "./rule.ts";

/** Beside an amount, a symbol stands for the currency that is charged, and for no other that the brand sells in. */
export const currencySymbol: BrandRule = ({ site, brands }) =>
  brands.flatMap(({ brand }) => {
    const codes = codesOf(brand.currencies).filter(isCurrency);
    const sold = site.currencies.map(({ code, symbol }) => ({
      code,
      symbol: symbol.trim(),
      isSold: codes.includes(code),
    }));
    return sold.flatMap(({ code, symbol, isSold }, i): Diagnostic[] => {
      if (!isSold) return [];
      const alike = sold.filter((one) => one.isSold && one.symbol === symbol);
      const first =
        alike.find((one) => signOf(one.code, "symbol") === symbol) ?? alike[0];
      const other = otherOf(symbol, code) ?? first?.code ?? code;
      if (other === code) return [];
      const own = signOf(code, "symbol");
      const isTaken = sold.some((one) => one.isSold && one.symbol === own);
      const at = site.source.span(["currencies", i, "symbol"], "value");
      const meant = isTaken ? code : own;
      return [diagnose("currency/symbol", at, { symbol, code, other, meant })];
    });
  });

/** The currency that a symbol stands for, where it cannot stand for `code`: `$` is written for many of them. */
function otherOf(symbol: string, code: string): string | undefined {
  if (symbol === code || signOf(code, "narrowSymbol").includes(symbol))
    return undefined;
  if (DIGITS.has(symbol)) return symbol;
  // Letters alone, such as `kr` and `FCFA`, stand for several.
  if (!/\p{Sc}/u.test(symbol)) return undefined;
  const all = [...DIGITS.keys()];
  const isAlone = /^\p{Sc}$/u.test(symbol);
  return (
    all.find((other) => signOf(other, "symbol") === symbol) ??
    all.find((other) => isAlone && signOf(other, "narrowSymbol") === symbol)
  );
}

/** `CA$` for Canadian dollars, and `$` where it is narrow; the code of a currency that has no sign in English. */
function signOf(code: string, display: Display): string {
  const key = `${code} ${display}`;
  const found = signs.get(key) ?? formed(code, display);
  signs.set(key, found);
  return found;
}

type Display = "symbol" | "narrowSymbol";

const signs = new Map<string, string>();

function formed(code: string, currencyDisplay: Display): string {
  const style = { style: "currency", currency: code, currencyDisplay } as const;
  return (
    new Intl.NumberFormat("en", style)
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? code
  );
}
