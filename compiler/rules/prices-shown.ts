import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import type { FunnelRule } from "./rule.ts";

/** The price of a product, as texts hold it. */
export const PRICE = /\{\{\s*price\.([\w-]+)\s*\}\}/g;

/** A price in a text is the price of something that this funnel sells, where it sells anything. */
export const pricesShown: FunnelRule = ({ source, used }) => {
  const [sold, shown] = ["products.", "prices."].map((kind) =>
    [...used].flatMap((name) =>
      name.startsWith(kind) ? [name.slice(kind.length)] : [],
    ),
  );
  const known = sold ?? [];
  const unsold = shown?.filter((code) => !known.includes(code)) ?? [];
  if (known.length === 0 || unsold.length === 0) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] =>
    [...text.matchAll(PRICE)].flatMap(([written, product = ""]) => {
      if (!unsold.includes(product)) return [];
      const at = narrow(source, pathOf(place), written);
      return [diagnose("product/not-sold-here", at, { product, known })];
    }),
  );
};
