import { isScalar, type Scalar } from "yaml";
import { minorDigits } from "../shared/minor-digits.ts";
import type { Finding } from "./finding.ts";
import { placeOf } from "./place.ts";

/** Digits in groups of three, as people write thousands: `1,000`, `1'000`, `1.000.000`, each with cents or without. */
const GROUPED =
  /^(-?[1-9]\d{0,2})(?:([.,'’_ \u00a0\u2009\u202f])(\d{3}))((?:\2\d{3})*)(?:[.,](\d{1,2}))?$/;

/** One group after a point may be decimals; those of a decimal do not end with a zero. */
const ONE_GROUP = /^-?[1-9]\d{0,2}\.\d\d0$/;

/** The number that somebody wrote by the habits of any country, as YAML reads it: `1.000,50` is 1000.50; null for none. */
export function meantNumber(written: string): string | null {
  const [, first, sign, group, more = "", cents] = GROUPED.exec(written) ?? [];
  const isDecimal = sign === "." && more === "" && cents === undefined;
  if (first !== undefined && (!isDecimal || ONE_GROUP.test(written))) {
    const whole = `${first}${group}${more}`.replaceAll(/[^-\d]/g, "");
    return cents === undefined ? whole : `${whole}.${cents}`;
  }
  return /^-?\d+(?:[.,]\d+)?$/.test(written) ? written.replace(",", ".") : null;
}

/** Whether a number looks like thousands with a point: `10.000`, which YAML reads as 10. */
export function looksGrouped(written: string): boolean {
  return ONE_GROUP.test(written);
}

/** `max: 10.000` is read as 10. Dinars and rials have three digits after the point. */
export function groupedNumber(key: Scalar, value: unknown): Finding[] {
  if (!isScalar(value) || typeof value.value !== "number") return [];
  const written = value.source ?? "";
  if (!looksGrouped(written) || minorDigits(String(key.value)) === 3) return [];
  return [
    {
      code: "yaml/bad-number",
      message: `${written} is read as ${value.value}: the point starts the decimals`,
      hint: `write ${written.replace(".", "")} if thousands are meant, and ${value.value} if not`,
      ...placeOf(value),
    },
  ];
}
