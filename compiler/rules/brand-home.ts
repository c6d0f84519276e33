import { diagnose } from "../diagnostics/diagnostic.ts";
import type { BrandRule } from "./rule.ts";

/** Something has to be at `/`: a redirect to `home`, or a page. */
export const brandHome: BrandRule = ({ brands, outlines }) => {
  return brands.flatMap(({ source, home, redirects, brand }) => {
    const isServed =
      home !== null ||
      redirects.some(({ from }) => from === "/") ||
      outlines.some(
        (outline) =>
          outline.brand === brand.id &&
          outline.addresses.some(({ path }) => path === "/"),
      );
    return isServed
      ? []
      : [diagnose("brand/no-home", source.span(["hosts"], "key"), {})];
  });
};
