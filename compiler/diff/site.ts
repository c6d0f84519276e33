import type { SiteNode } from "../link/program.ts";
import type { Language } from "../schema/language.ts";
import type { CurrencyRule } from "../shared/contract.ts";
import { type Change, ofWhole, told } from "./change.ts";
import { nounOf } from "./names.ts";

/** What changes for all brands. */
export function siteChanges(
  before: SiteNode,
  after: SiteNode,
  { envelopes }: Language,
): Change[] {
  const { properties } = envelopes.site;
  const nameOf = (key: string) => nounOf(properties?.[key], key);
  const [one, other] = [before, after].map(
    ({ redirectedHosts }) =>
      new Map(redirectedHosts.map(({ from, to }) => [from, to])),
  );
  const hosts = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return ofWhole("site", [
    ...told(
      "money",
      "who pays in which currency, the first that fits",
      currencyWords(before.currencies),
      currencyWords(after.currencies),
    ),
    ...told(
      "addresses",
      nameOf("defaultBrand"),
      before.defaultBrand,
      after.defaultBrand,
    ),
    ...told("addresses", nameOf("otoPath"), before.otoPath, after.otoPath),
    ...[...hosts].flatMap((host) =>
      told(
        "addresses",
        `where the host ${host} leads`,
        one?.get(host) ?? null,
        other?.get(host) ?? null,
      ),
    ),
  ]);
}

function currencyWords(rules: readonly CurrencyRule[]): string {
  return rules
    .map(({ country, currency, region, code, symbol }) => {
      const who =
        country === null && currency === null
          ? "everybody else"
          : country === null
            ? `countries with ${currency}`
            : `country ${country}`;
      return `${who} (${region}): ${code}, written ${symbol.trim()}`;
    })
    .join("; ");
}
