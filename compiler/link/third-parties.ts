import type { DataFlow } from "./data-flow.ts";
import type { BrandNode, FunnelNode } from "./program.ts";
import { type Purpose, PURPOSES, VENDORS } from "./vendors.ts";

/** What the vendors of a brand are told, by funnel. */
export function thirdPartyFlows(
  { brand }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const all = Object.values(VENDORS);
  return PURPOSES.flatMap((purpose) =>
    all.filter((vendor) => vendor.purpose === purpose).flatMap(flowsOf),
  );

  function flowsOf(vendor: (typeof all)[number]): DataFlow[] {
    const { switch: key, what, purpose, also } = vendor;
    const to = vendor.toldOf(brand.vendors);
    if (to === null) return [];
    const own = funnels.filter(({ funnel }) => key !== null && funnel[key]);
    // Switched on nowhere, it is told nothing; without funnels, a flow would be one of every page.
    if (key !== null && own.length === 0) return [];
    const ids = own.map(({ funnel }) => funnel.id);
    return [{ what, purpose }, ...(also === undefined ? [] : [also])].map(
      (learned) => ({
        what: learned.what,
        to,
        when: whenAllowed(learned.purpose),
        funnels: ids,
      }),
    );
  }

  function whenAllowed(purpose: Purpose): string {
    return brand.consent === "required"
      ? `only if you agree to ${purpose}`
      : `if you agree to ${purpose}; where the law of your country does not ask for it, until you say no`;
  }
}
