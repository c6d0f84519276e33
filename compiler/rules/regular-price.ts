import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data, number } from "../schema/read.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { plansWritten } from "../link/sections-written.ts";
import { pricesApartIn, TENFOLD } from "./price-list.ts";
import type { FunnelRule, BrandRule } from "./rule.ts";

/** What a product costs without haste is more than what it costs with it. */
export const regularPrice: BrandRule = ({ brands }) =>
  brands.flatMap((node) => {
    const { source } = node;
    const found = Object.entries(data(data(source.data).products)).flatMap(
      ([code, product]) => {
        const { price, regular } = data(product);
        const path = ["products", code];
        return notHigher(data(data(regular).price), data(price), path, source);
      },
    );
    if (found.length === 0) return [];
    const apart = new Set(pricesApartIn(node).map(({ at }) => placeOf(at)));
    return found.flatMap(({ finding, price }) =>
      // A price that is far from all others is told as such.
      [price, finding.at].some((at) => apart.has(placeOf(at))) ? [] : [finding],
    );
  });

function notHigher(
  regular: Readonly<Record<string, unknown>>,
  price: Readonly<Record<string, unknown>>,
  path: Path,
  source: Source,
): { readonly finding: Diagnostic; readonly price: Span }[] {
  return Object.entries(regular).flatMap(([currency, amount]) => {
    const [late, early] = [number(amount), number(price[currency])];
    if (late === null || early === null || late > early) return [];
    // A price in cents is told as such.
    if (early > late * TENFOLD) return [];
    const at = source.span([...path, "regular", "price", currency], "value");
    const words = { currencies: [currency], product: null };
    return [
      {
        finding: diagnose("product/regular-price", at, words),
        price: source.span([...path, "price", currency], "value"),
      },
    ];
  });
}

function placeOf({ line, column }: Span): string {
  return `${line}:${column}`;
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
