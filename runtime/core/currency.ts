import type { CurrencyRule, MoneyForm } from "../../generated/contract.ts";
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

/** The first rule that fits the geo answer; the last, which fits everybody, without an answer. */
export function currencyFor(
  rules: readonly CurrencyRule[],
  geo: Geo | null,
): CurrencyRule {
  const found = rules.find((rule) => fits(rule, geo));
  if (found === undefined) throw new Error("no currency fits this visitor");
  return found;
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

/** How a currency is written: as the site says, or with its code where nothing is sold in it any more. */
export function formOf(
  rules: readonly CurrencyRule[],
  code: string,
): MoneyForm {
  return (
    rules.find((rule) => rule.code === code) ?? {
      symbol: `${code}\u00a0`,
      digits: usualDigits(code),
    }
  );
}

function usualDigits(currency: string): number {
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}
