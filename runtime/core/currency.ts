import type { CurrencyCode, CurrencyRule } from "../../generated/contract.ts";
import { isRecord, readText } from "./read.ts";

/** What the server knows of the visitor's place (spec 3); empty texts when unknown. */
export interface Geo {
  readonly status: "success" | "fail";
  readonly country_code: string;
  readonly currency: string;
  readonly city: string;
  readonly country: string;
  readonly postcode: string;
}

/** Spec 9, where no rule fits. */
const DEFAULT_CURRENCY: CurrencyRule = {
  country: null,
  currency: null,
  symbol: "$",
  region: "Default",
  code: "USD",
};

/** The first rule that fits the geo answer; the default one without an answer. */
export function currencyFor(
  rules: readonly CurrencyRule[],
  geo: Geo | null,
): CurrencyRule {
  return rules.find((rule) => fits(rule, geo)) ?? DEFAULT_CURRENCY;
}

function fits(rule: CurrencyRule, geo: Geo | null): boolean {
  return (
    (rule.country === null || rule.country === geo?.country_code) &&
    (rule.currency === null || rule.currency === geo?.currency)
  );
}

/** Reads a geo answer; null when a field is missing or no text. */
export function readGeo(value: unknown): Geo | null {
  if (!isRecord(value)) return null;
  const { status } = value;
  const text = (key: keyof Geo) => readText(value[key], 200);
  const [country_code, currency] = [text("country_code"), text("currency")];
  const [city, country, postcode] = [
    text("city"),
    text("country"),
    text("postcode"),
  ];
  if (status !== "success" && status !== "fail") return null;
  if (country_code === null || currency === null || city === null) return null;
  if (country === null || postcode === null) return null;
  return { status, country_code, currency, city, country, postcode };
}

/** A currency whatever the visitor's place, with its own sign. */
export function fixedCurrency(
  rules: readonly CurrencyRule[],
  code: CurrencyCode,
): CurrencyRule {
  return { ...DEFAULT_CURRENCY, code, symbol: symbolOf(rules, code) };
}

/** The sign of a currency; its code and a blank where no rule names one. */
export function symbolOf(
  rules: readonly CurrencyRule[],
  code: CurrencyCode,
): string {
  return rules.find((rule) => rule.code === code)?.symbol ?? `${code} `;
}
