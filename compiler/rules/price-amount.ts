import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import { minorUnits } from "../link/products.ts";
import { pricesWritten } from "./missing-price.ts";
import type { BrandRule } from "./rule.ts";

/** Payment providers take eight digits. */
export const AMOUNT_MAX = 99_999_999;

/** What a price says can be charged: in whole minor units, and not beyond what a provider takes. */
export const priceAmount: BrandRule = ({ brands }) =>
  brands.flatMap((node) =>
    pricesWritten(node).flatMap(({ prices, path }) =>
      Object.entries(prices).flatMap(([currency, price]) => {
        const digits = minorDigits(currency);
        if (typeof price !== "number" || digits === null) return [];
        const at = () => node.source.span([...path, currency], "value");
        return amountOf({ price, currency, digits }, at);
      }),
    ),
  );

function amountOf(
  words: { price: number; currency: string; digits: number },
  at: () => Span,
): Diagnostic[] {
  const { price, digits } = words;
  if (isFiner(price, digits))
    return [diagnose("product/fraction", at(), words)];
  const minor = minorUnits(price, digits);
  if (minor > AMOUNT_MAX)
    return [
      diagnose("product/price-too-high", at(), {
        ...words,
        most: AMOUNT_MAX / 10 ** digits,
      }),
    ];
  // Cards settle such currencies to two digits.
  return digits > 2 && minor % 10 ** (digits - 2) !== 0
    ? [diagnose("product/last-digit", at(), words)]
    : [];
}

/** Whether an amount in whole units has more decimal places than its currency. */
export function isFiner(amount: number, digits: number): boolean {
  return Number(amount.toFixed(digits)) !== amount;
}
