import { diagnose } from "../diagnostics/diagnostic.ts";
import type { ProgramRule } from "./rule.ts";

/** Something has to be at `/`: a redirect to `home`, or a page. */
export const brandHome: ProgramRule = ({ brands, outlines, complete }) => {
  if (!complete) return [];
  return brands.flatMap(({ source, home, brand }) => {
    const isServed =
      home !== null ||
      brand.redirects.some(({ from }) => from === "/") ||
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
