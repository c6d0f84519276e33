import type { CurrencyRule } from "../shared/contract.ts";
import type { SiteNode } from "./program.ts";
import type { Source } from "../parse/source.ts";
import { data, items, oneOf, text } from "../schema/read.ts";

const CODES = ["USD", "EUR", "GBP", "CAD"] as const;

export function linkSite(source: Source): SiteNode {
  const raw = data(source.data);
  return {
    source,
    defaultBrand: text(raw.defaultBrand),
    otoPath: text(raw.otoPath),
    redirectedHosts: items(raw.redirectedHosts).map((item) => ({
      from: text(data(item).from),
      to: text(data(item).to),
    })),
    currencies: items(raw.currencies).map((item): CurrencyRule => {
      const rule = data(item);
      return {
        country: rule.country === undefined ? null : text(rule.country),
        currency:
          rule.currency === undefined ? null : oneOf(rule.currency, CODES),
        symbol: text(rule.symbol),
        region: text(rule.region),
        code: oneOf(rule.code, CODES),
      };
    }),
  };
}
