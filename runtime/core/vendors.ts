import type { Brand } from "../../generated/contract.ts";

/** Whether the brand has any third party. */
export function hasVendors({ vendors }: Pick<Brand, "vendors">): boolean {
  return Object.values(vendors).some((vendor) => vendor !== null);
}
