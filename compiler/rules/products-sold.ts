import { diagnose } from "../diagnostics/diagnostic.ts";
import { data } from "../schema/read.ts";
import type { BrandRule } from "./rule.ts";

/** Every product is sold on some page, unless it is kept for those who have bought it: then on none. */
export const productsSold: BrandRule = ({ brands, outlines }) =>
  brands.flatMap(({ source }) => {
    const sold = new Set(outlines.flatMap(({ products }) => products));
    // A brand of which nothing is sold yet is being written.
    if (sold.size === 0) return [];
    // What an offer without plans is to sell, nobody knows.
    const isBare = outlines.some((outline) => outline.isBare);
    const products = Object.entries(data(data(source.data).products));
    return products.flatMap(([code, product]) => {
      const { retired = false } = data(product);
      const path = ["products", code];
      if (sold.has(code) !== retired) return [];
      if (!sold.has(code))
        return isBare
          ? []
          : [diagnose("product/not-sold", source.span(path, "key"), { code })];
      const at = source.span([...path, "retired"], "key");
      return [diagnose("product/retired", at, { code })];
    });
  });
