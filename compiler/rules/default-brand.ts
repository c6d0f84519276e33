import { diagnose } from "../diagnostics/diagnostic.ts";
import type { ProgramRule } from "./rule.ts";

export const defaultBrand: ProgramRule = ({ site, brands, complete }) => {
  const known = brands.map((node) => node.brand.id);
  if (!complete || known.includes(site.defaultBrand)) return [];
  const at = site.source.span(["defaultBrand"], "value");
  return [diagnose("brand/unknown", at, { name: site.defaultBrand, known })];
};
