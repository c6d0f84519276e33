import { diagnose } from "../diagnostics/diagnostic.ts";
import type { ProgramRule } from "./rule.ts";

/** What a funnel switches on needs somebody who does it. */
export const vendorMissing: ProgramRule = ({ brands, outlines, sourceOf }) =>
  outlines.flatMap(({ file, brand: id, analytics, replay }) => {
    const vendors = brands.find(({ brand }) => brand.id === id)?.brand.vendors;
    if (vendors === undefined) return [];
    const measured = [vendors.posthog, vendors.tagManager, vendors.abScript];
    const wanted = [
      { key: "analytics", vendor: "posthog", on: analytics, has: measured },
      { key: "replay", vendor: "replay", on: replay, has: [vendors.replay] },
    ] as const;
    return wanted
      .filter(({ on, has }) => on && has.every((vendor) => vendor === null))
      .map(({ key, vendor }) =>
        diagnose("vendor/missing", sourceOf(file).span([key], "value"), {
          key,
          vendor,
          brand: id,
        }),
      );
  });
