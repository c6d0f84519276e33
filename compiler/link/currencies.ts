import type { CurrencyRule } from "../shared/contract.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import { data, items, text, type Data } from "../schema/read.ts";

/** The rules of site.yaml. */
export function currencyRules(raw: unknown): CurrencyRule[] {
  return items(raw).map((item) => {
    const rule = data(item);
    const code = text(rule.code);
    return {
      country: rule.country === undefined ? null : text(rule.country),
      currency: rule.currency === undefined ? null : text(rule.currency),
      symbol: apart(text(rule.symbol)),
      region: text(rule.region),
      code,
      // A code that is none is reported by its own rule.
      digits: minorDigits(code) ?? 2,
    };
  });
}

/** A sign that ends in a letter would grow together with the amount. */
function apart(symbol: string): string {
  return /\p{L}$/u.test(symbol) ? `${symbol}\u00a0` : symbol;
}

/**
 * The rules for a brand's visitors. One that sells in fewer currencies than the site leaves out the rules of the
 * others; whom none of the rest fits pays as by the last rule, or in the first currency of the brand.
 */
export function currenciesSold(
  rules: readonly CurrencyRule[],
  brand: Data,
): readonly CurrencyRule[] {
  if (brand.currencies === undefined) return rules;
  const [first, ...others] = items(brand.currencies).flatMap(
    (code) => rules.find((rule) => rule.code === code) ?? [],
  );
  const last = rules.at(-1);
  // What the brand names is unknown to the site, which is reported by its own rule.
  if (first === undefined || last === undefined) return rules;
  const codes = new Set([first, ...others].map(({ code }) => code));
  const sold = rules.filter(({ code }) => codes.has(code));
  if (codes.has(last.code)) return sold;
  const { code, symbol, digits: count } = first;
  return [...sold, { ...last, code, symbol, digits: count }];
}

/** Whether ISO 4217 has a currency of this code. */
export function isCurrency(code: string): boolean {
  return minorDigits(code) !== null;
}

/** The codes of some rules, each once. */
export function codesOf(rules: readonly CurrencyRule[]): string[] {
  return [...new Set(rules.map(({ code }) => code))];
}
