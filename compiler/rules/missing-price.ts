import { diagnose } from "../diagnostics/diagnostic.ts";
import { codesOf, isCurrency } from "../link/currencies.ts";
import { data, type Data } from "../schema/read.ts";
import { nearest } from "../diagnostics/wording.ts";
import type { BrandNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import type { BrandRule } from "./rule.ts";

/** A mapping of prices in brand.yaml, and where it is written. */
export interface PricesWritten {
  /** The product's code. */
  readonly code: string;
  readonly prices: Data;
  readonly path: Path;
}

/** Every product is sold in every currency of its brand. */
export const missingPrice: BrandRule = ({ brands }) =>
  brands.flatMap((node) => {
    // Nothing has a price in a currency that there is not; that is told where it is declared.
    const wanted = codesOf(node.brand.currencies).filter(isCurrency);
    const from = declaredIn(node);
    return pricesWritten(node).flatMap(({ code, prices, path }) => {
      const unknown = Object.keys(prices).filter(
        (name) => !wanted.includes(name),
      );
      // A price under a misspelt currency is told as that.
      const currencies = wanted.filter(
        (name) =>
          prices[name] === undefined &&
          !unknown.some((slip) => nearest(slip, wanted) === name),
      );
      if (currencies.length === 0) return [];
      const at = node.source.span(path, "key");
      return [diagnose("product/no-price", at, { code, currencies, from })];
    });
  });

/** The file that says which currencies a brand sells in. */
export function declaredIn({ source }: BrandNode): "site.yaml" | "brand.yaml" {
  return data(source.data).currencies === undefined
    ? "site.yaml"
    : "brand.yaml";
}

/** All prices of a brand as they are written: of products, of their renewals, and of their regular forms. */
export function pricesWritten({ source }: BrandNode): PricesWritten[] {
  return Object.entries(data(data(source.data).products)).flatMap(
    ([code, product]) =>
      pricesOf(data(product), ["products", code]).map(({ prices, path }) => ({
        code,
        prices: data(prices),
        path,
      })),
  );
}

function pricesOf(
  { price, renews, regular }: Data,
  path: Path,
): { prices: unknown; path: Path }[] {
  const renewal = data(renews);
  return [
    { prices: price, path: [...path, "price"] },
    ...(renews === undefined
      ? []
      : [{ prices: renewal.price, path: [...path, "renews", "price"] }]),
    ...(regular === undefined
      ? []
      : pricesOf(data(regular), [...path, "regular"])),
  ];
}
