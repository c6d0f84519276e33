import { policySources, type PolicySources } from "../link/vendors.ts";
import type { Brand, Funnel } from "../shared/contract.ts";

export type VendorSources = Required<PolicySources>;

/** Exactly the hosts that the funnel's vendors are at; nothing for a funnel that uses none. */
export function vendorSources(
  { vendors }: Pick<Brand, "vendors">,
  { analytics, replay }: Pick<Funnel, "analytics" | "replay">,
): VendorSources {
  const all = policySources(vendors, { analytics, replay });
  const unique = (directive: keyof PolicySources) => [
    ...new Set(all.flatMap((sources) => sources[directive] ?? [])),
  ];
  return {
    script: unique("script"),
    connect: unique("connect"),
    image: unique("image"),
  };
}
