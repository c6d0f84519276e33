import { diagnose } from "../catalogue.ts";
import { addressesOf } from "./addresses.ts";
import type { ProgramRule } from "./registry.ts";

/** Something has to be at `/`: a redirect to `home`, or a page. */
export const brandHome: ProgramRule = ({ brands }) =>
  brands.flatMap(({ source, home, brand, pages }) => {
    const served = [
      ...addressesOf(pages).map(({ path }) => path),
      ...brand.redirects.map(({ from }) => from),
    ];
    if (home !== null || served.includes("/")) return [];
    return [diagnose("brand/no-home", source.span(["hosts"], "key"), {})];
  });
