import { diagnose, onePerPlace } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { pathOfLink } from "../link/own-path.ts";
import type { BrandRule, Tree } from "./rule.ts";

/**
 * Whoever says that they are in danger is led to no offer by what leads out of the funnel either: a redirect, `/oto`,
 * or an offer of another funnel of the brand.
 */
export const dangerElsewhere: BrandRule = (tree) => {
  const offerAt = offersOfBrand(tree);
  return tree.outlines.flatMap(({ file, linksInDanger }) =>
    onePerPlace(
      linksInDanger.flatMap((link) => {
        const offer = offerAt(pathOfLink(link.to));
        if (offer === null) return [];
        const source = tree.sourceOf(file);
        const { value, path } = link.answer;
        const said = source.span(path, "value");
        const note = { message: "the answer is here", at: said };
        const words = {
          values: [value],
          offer,
          way: link.way,
          by: link.by,
        };
        const at = narrow(source, link.path, link.to);
        return [diagnose("danger/sells", at, words, [note])];
      }),
    ),
  );
};

/** Finds the offer that an address of the brand comes to in the end; null where it comes to none. */
function offersOfBrand({ site, brands, outlines }: Tree) {
  const offers = new Map(outlines.flatMap((outline) => outline.offers));
  const redirects = new Map(
    brands.flatMap((brand) =>
      brand.redirects.map(({ from, to }) => [from, pathOfLink(to)] as const),
    ),
  );
  redirects.set("/oto", site.otoPath);
  return (path: string): string | null => {
    const seen = new Set<string>();
    let at = path;
    for (
      let to = redirects.get(at);
      to !== undefined && !seen.has(at);
      to = redirects.get(at)
    ) {
      seen.add(at);
      at = to;
    }
    return offers.get(at) ?? null;
  };
}
