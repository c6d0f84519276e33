import { diagnose } from "../diagnostics/diagnostic.ts";
import { switchedBy, VENDOR_SWITCHES } from "../link/vendors.ts";
import type { BrandRule } from "./rule.ts";

/** What a funnel switches on needs somebody who does it. */
export const vendorMissing: BrandRule = ({ brands, outlines, sourceOf }) =>
  outlines.flatMap(({ file, brand: id, ...switches }) => {
    const vendors = brands.find(({ brand }) => brand.id === id)?.brand.vendors;
    if (vendors === undefined) return [];
    return VENDOR_SWITCHES.flatMap((key) => {
      const able = switchedBy(key);
      const [vendor] = able;
      if (!switches[key] || vendor === undefined) return [];
      if (able.some((one) => vendors[one] !== null)) return [];
      const at = sourceOf(file).span([key], "value");
      return [diagnose("vendor/missing", at, { key, vendor, brand: id })];
    });
  });
