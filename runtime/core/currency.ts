import type { VisitorIp } from "../../generated/api.ts";
import type { CurrencyRule, Step } from "../../generated/contract.ts";
import { isVisitorIp } from "../../generated/readers/visitor-ip.ts";
import { isRecord, readNumber } from "./read.ts";

/** What the server knows of the visitor's place (spec 3); empty texts when unknown. */
export type Geo = VisitorIp["answer"];

/** The place as it is kept, with when it was looked up (ms since 1970); earlier versions kept no time. */
export type KeptGeo = Geo & { readonly at?: number };

/** The first rule that fits the geo answer; the last, which fits everybody, without an answer. */
export function currencyFor(
  rules: readonly CurrencyRule[],
  geo: Geo | null,
): CurrencyRule {
  const found = rules.find((rule) => fits(rule, geo));
  if (found === undefined) throw new Error("no currency fits this visitor");
  return found;
}

/** The currency that a page sells in whoever looks at it; undefined where the visitor's place decides. */
export function ownCurrency(
  rules: readonly CurrencyRule[],
  { props }: Pick<Step, "props">,
): CurrencyRule | undefined {
  return rules.find(
    ({ code }) => "currency" in props && code === props.currency,
  );
}

function fits(rule: CurrencyRule, geo: Geo | null): boolean {
  return (
    (rule.country === null || rule.country === geo?.country_code) &&
    (rule.currency === null || rule.currency === geo?.currency)
  );
}

/** Reads a stored place; null when a field is missing or no text. */
export function readGeo(value: unknown): Geo | null {
  return isVisitorIp(value) ? value : null;
}

/** Reads a kept place; null when a field is missing or no text. */
export function readKeptGeo(value: unknown): KeptGeo | null {
  const geo = readGeo(value);
  const at = isRecord(value) ? readNumber(value["at"]) : null;
  return geo === null || at === null ? geo : { ...geo, at };
}
