import type { CurrencyRule, MoneyForm } from "../../generated/contract.ts";
import { otherDigits } from "../../generated/digits.ts";
import { own } from "./read.ts";

/**
 * How a currency is written: as the site says, or with its code where nothing is sold in it any more. Intl has other
 * digits than ISO 4217, which the server counts in.
 */
export function formOf(
  rules: readonly CurrencyRule[],
  code: string,
): MoneyForm {
  return (
    rules.find((rule) => rule.code === code) ?? {
      symbol: `${code}\u00a0`,
      digits: own(otherDigits, code) ?? 2,
    }
  );
}
