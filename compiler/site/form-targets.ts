import type { Brand, Funnel } from "../shared/contract.ts";

/** The hosts that take a payment provider's form, for each provider that is paid by one. */
export type FormHosts = ReadonlyMap<string, readonly string[]>;

/** Where the forms of a funnel's documents may lead beside their own origin: to those who are paid by one. */
export function formTargets(
  { payments }: Pick<Brand, "payments">,
  { mounts, checkouts }: Pick<Funnel, "mounts" | "checkouts">,
  hosts: FormHosts,
): readonly string[] {
  const providers = mounts.map(
    (mount) => checkouts[mount] ?? payments.checkout,
  );
  const targets = providers.flatMap((id) => hosts.get(id) ?? []);
  return [...new Set(targets)];
}
