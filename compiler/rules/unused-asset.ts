import { diagnose } from "../diagnostics/diagnostic.ts";
import { startOf } from "../diagnostics/span.ts";
import { eachText } from "../link/each-text.ts";
import { data } from "../schema/read.ts";
import type { BrandRule } from "./rule.ts";

/** Every file of an assets folder is shown somewhere: what is not is loaded into every build for nobody. */
export const unusedAsset: BrandRule = ({ brands, outlines }) =>
  brands.flatMap(({ source, assets }) => {
    if (assets.length === 0) return [];
    const used = new Set(outlines.flatMap((outline) => outline.assets));
    // What the brand itself shows: its logo, and drawings beside a quiz.
    const { pages: _pages, products: _products, ...own } = data(source.data);
    eachText(own, [], (word) => used.add(word));
    const folder = source.file.replace(/brand\.yaml$/, "assets/");
    return assets
      .filter((name) => !used.has(name))
      .map((name) =>
        diagnose("unused/asset", startOf(folder + name), { name }),
      );
  });
