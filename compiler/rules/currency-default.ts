import { diagnose } from "../diagnostics/diagnostic.ts";
import type { SiteRule } from "./rule.ts";

/** Rules are tried from the top; the last fits everybody, and only the last. */
export const currencyDefault: SiteRule = ({ site }) => {
  const last = site.currencies.length - 1;
  return site.currencies.flatMap(({ country, currency, code }, i) => {
    const fitsAll = country === null && currency === null;
    if (fitsAll === (i === last)) return [];
    const at = site.source.span(["currencies", i], "value");
    return [diagnose("currency/default", at, { code, fitsAll })];
  });
};
