import { diagnose } from "../diagnostics/diagnostic.ts";
import type { SiteRule } from "./rule.ts";

export const defaultBrand: SiteRule = ({ site, brands, complete }) => {
  const known = brands.map(({ id }) => id);
  if (!complete || known.includes(site.defaultBrand)) return [];
  const at = site.source.span(["defaultBrand"], "value");
  return [diagnose("brand/unknown", at, { name: site.defaultBrand, known })];
};
