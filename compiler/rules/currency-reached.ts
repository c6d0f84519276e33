import countryToCurrency from "country-to-currency";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import type { CurrencyRule } from "../shared/contract.ts";
import { fitsAll } from "./currency-default.ts";
import type { SiteRule } from "./rule.ts";

/** The currency of each country (ISO 3166-1), as the server tells pages of their visitors. */
const COUNTRIES = Object.entries(countryToCurrency);

/** Every country that a rule names is one, and every rule is the first that fits somebody. */
export const currencyReached: SiteRule = ({ site }) => {
  const rules = site.currencies;
  const known = new Set(COUNTRIES.map(([country]) => country));
  const reached = new Set(
    [...COUNTRIES, ["", ""] as const].map(([country, currency]) =>
      rules.findIndex((rule) => fits(rule, country, currency)),
    ),
  );
  const last = rules.findIndex(fitsAll);
  return rules.flatMap(({ country, currency, code }, i): Diagnostic[] => {
    const at = (key: string) =>
      site.source.span(["currencies", i, key], "value");
    if (country !== null && !known.has(country))
      return [
        diagnose("country/unknown", at("country"), {
          name: country,
          meant: meant(country, known),
        }),
      ];
    // What stands behind a rule for everybody is told with that one.
    if (reached.has(i) || (last !== -1 && i > last)) return [];
    // So is a currency that is none.
    if (currency !== null && minorDigits(currency) === null) return [];
    const key = country === null && currency !== null ? "currency" : "country";
    return [diagnose("currency/never-taken", at(key), { code })];
  });
};

function fits(rule: CurrencyRule, country: string, currency: string): boolean {
  return (
    (rule.country === null || rule.country === country) &&
    (rule.currency === null || rule.currency === currency)
  );
}

/** UK is what many call GB; nothing is as well known by another code. */
function meant(name: string, known: ReadonlySet<string>): string | null {
  if (!/^[A-Za-z]{2}$/.test(name)) return null;
  const region = new Intl.Locale(`und-${name}`).region ?? "";
  return known.has(region) ? region : null;
}
