import { diagnose } from "../diagnostics/diagnostic.ts";
import type { SiteNode } from "../link/program.ts";
import type { Offers, SiteRule, Tree } from "./rule.ts";

/** `/oto` leads to the shared address on brands that have a page there: where none has, a typo takes it from all of them. */
export const sharedOffer: SiteRule = ({ site, brands, complete }) => {
  const isUnseen =
    brands.some(({ offers }) => offers === "elsewhere") &&
    brands.every(({ offers }) => offers !== "shared");
  if (!complete || !isUnseen) return [];
  const at = site.source.span(["otoPath"], "value");
  return [diagnose("path/no-offer", at, { path: site.otoPath })];
};

/** Where the offers of a brand stand. */
export function offersIn(
  outlines: Tree["outlines"],
  { otoPath }: SiteNode,
): Offers {
  if (hasSharedOffer(outlines, otoPath)) return "shared";
  return outlines.some(({ offers }) => offers.length > 0)
    ? "elsewhere"
    : "none";
}

/** Whether a brand has a page at the shared address. */
export function hasSharedOffer(
  outlines: Tree["outlines"],
  otoPath: string,
): boolean {
  return outlines.some(({ addresses }) =>
    addresses.some(({ path }) => path === otoPath),
  );
}
