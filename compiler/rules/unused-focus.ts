import { diagnose } from "../diagnostics/diagnostic.ts";
import { assetNameOf } from "../link/asset.ts";
import type { BrandRule } from "./rule.ts";

/** What `focus` says is of a drawing that stands beside pages of the brand, or of one of its funnels. */
export const unusedFocus: BrandRule = ({ brands, outlines }) =>
  brands.flatMap(({ source, theme }) => {
    const funnels = outlines.flatMap(({ drawings }) => drawings);
    const drawn = new Set([...theme.drawings, ...funnels]);
    return Object.keys(theme.focus)
      .filter((address) => !drawn.has(address))
      .map((address) => {
        const name = assetNameOf(address) ?? "";
        const path = ["theme", "layout", "focus", name];
        const words = { what: "focus of", name } as const;
        return diagnose("unused/name", source.span(path, "key"), words);
      });
  });
