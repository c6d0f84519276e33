import { diagnose } from "../catalogue.ts";
import type { ProgramRule } from "./registry.ts";

/** Something has to be at `/`: a redirect to `home`, or a page. */
export const brandHome: ProgramRule = ({ brands, outlines, complete }) => {
  if (!complete) return [];
  return brands.flatMap(({ source, home, brand }) => {
    const served = [
      ...outlines
        .filter((outline) => outline.brand === brand.id)
        .flatMap(({ addresses }) => addresses.map(({ path }) => path)),
      ...brand.redirects.map(({ from }) => from),
    ];
    if (home !== null || served.includes("/")) return [];
    return [diagnose("brand/no-home", source.span(["hosts"], "key"), {})];
  });
};
