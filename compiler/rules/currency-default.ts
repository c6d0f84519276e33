import { diagnose } from "../diagnostics/diagnostic.ts";
import type { CurrencyRule } from "../shared/contract.ts";
import type { SiteRule } from "./rule.ts";

/** Rules are tried from the top; the last fits everybody, and only the last. */
export const currencyDefault: SiteRule = ({ site }) => {
  const last = site.currencies.length - 1;
  return site.currencies.flatMap((rule, i) => {
    const isDefault = fitsAll(rule);
    if (isDefault === (i === last)) return [];
    const at = site.source.span(["currencies", i], "value");
    const { code } = rule;
    return [diagnose("currency/default", at, { code, fitsAll: isDefault })];
  });
};

/** Whether a rule is for every visitor. */
export function fitsAll({ country, currency }: CurrencyRule): boolean {
  return country === null && currency === null;
}
