import type { SiteBrand } from "../static/site.ts";

/**
 * `$39.99`, `CA$39.99`, `¥3,900`, `KWD 12.500`: an amount in minor units, with the digits that the brand's currencies
 * have, or of one that it does not sell in any more the usual ones.
 */
export function formatMoney(
  amount: number,
  currency: string,
  known: SiteBrand["currencies"],
): string {
  const digits =
    known.find(({ code }) => code === currency)?.digits ??
    formatOf(currency).resolvedOptions().maximumFractionDigits ??
    0;
  return formatOf(currency, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

function formatOf(
  currency: string,
  digits: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    ...digits,
  });
}
