import type { CurrencyCode } from "../../generated/contract.ts";

export interface Money {
  /** Minor units: cents, pence. */
  readonly amount: number;
  readonly currency: CurrencyCode;
}

/** `$39.99`, `CA$39.99`, `£29.99`, `€34.99`: the symbols of spec 9. */
export function formatMoney({ amount, currency }: Money): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(
    amount / 100,
  );
}
