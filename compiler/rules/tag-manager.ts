import { diagnose } from "../diagnostics/diagnostic.ts";
import { CONTAINER_ID } from "../shared/vendors.ts";
import type { BrandRule } from "./rule.ts";

export const tagManager: BrandRule = ({ brands }) =>
  brands.flatMap(({ brand, source }) => {
    const id = brand.vendors.tagManager?.id;
    if (id === undefined || CONTAINER_ID.test(id)) return [];
    const at = source.span(["vendors", "tagManager"], "value");
    return [diagnose("vendor/bad-container", at, { id })];
  });
