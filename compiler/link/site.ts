import type { SiteNode } from "./program.ts";
import type { Source } from "../parse/source.ts";
import { currencyRules } from "./currencies.ts";
import { data, items, oneOf, text } from "../schema/read.ts";

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
    currencies: currencyRules(raw.currencies),
    rules: new Map(
      Object.entries(data(raw.rules)).map(([code, wanted]) => [
        code,
        oneOf(wanted, ["off", "warning", "error"]),
      ]),
    ),
  };
}
