import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data, number } from "../schema/read.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { plansWritten } from "../link/sections-written.ts";
import { APART } from "./price-list.ts";
import type { FunnelRule, BrandRule } from "./rule.ts";

/** What a product costs without haste is more than what it costs with it. */
export const regularPrice: BrandRule = ({ brands }) =>
  brands.flatMap(({ source }) =>
    Object.entries(data(data(source.data).products)).flatMap(
      ([code, product]) => {
        const { price, regular } = data(product);
        const path = ["products", code, "regular", "price"];
        return notHigher(data(data(regular).price), data(price), path, source);
      },
    ),
  );

function notHigher(
  regular: Readonly<Record<string, unknown>>,
  price: Readonly<Record<string, unknown>>,
  path: Path,
  source: Source,
): Diagnostic[] {
  return Object.entries(regular).flatMap(([currency, amount]) => {
    const [late, early] = [number(amount), number(price[currency])];
    if (late === null || early === null || late > early) return [];
    // A price in cents is told as such.
    if (early > late * APART) return [];
    const at = source.span([...path, currency], "value");
    const words = { currencies: [currency], product: null };
    return [diagnose("product/regular-price", at, words)];
  });
}

/** The same for a plan that another product takes the place of. */
export const regularProduct: FunnelRule = ({ source, funnel, traits }) =>
  plansWritten(source, traits).flatMap(({ product, regular, path }) => {
    const early = funnel.products[product]?.prices;
    const late = funnel.products[regular]?.prices;
    if (early === undefined || late === undefined) return [];
    const currencies = Object.entries(late).flatMap(([code, amount]) =>
      amount === undefined || amount > (early[code] ?? 0) ? [] : [code],
    );
    if (currencies.length === 0) return [];
    const at = source.span([...path, "regular"], "value");
    return [diagnose("product/regular-price", at, { currencies, product })];
  });
