import type { Brand, Funnel } from "../shared/contract.ts";

/** Where the forms of a funnel's documents may lead beside their own origin: to `hosts` if MaxPay is paid by one. */
export function formTargets(
  { payments }: Pick<Brand, "payments">,
  { mounts, checkouts }: Pick<Funnel, "mounts" | "checkouts">,
  hosts: readonly string[],
): readonly string[] {
  const pages = mounts.map((mount) => checkouts[mount] ?? payments.checkout);
  return pages.includes("max-pay") ? hosts : [];
}
