import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, number } from "../schema/read.ts";
import type { Span } from "../diagnostics/span.ts";
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
        const late = data(data(regular).price);
        const currencies = notHigher(late, data(price));
        return currencies.length === 0 ? [] : [{ code, currencies }];
      },
    );
    if (found.length === 0) return [];
    const apart = new Set(pricesApartIn(node).map(({ at }) => placeOf(at)));
    return found.flatMap(({ code, currencies: all }) => {
      const path = ["products", code];
      const late = (currency: string) =>
        source.span([...path, "regular", "price", currency], "value");
      // A price that is far from all others is told as such.
      const currencies = all.filter((currency) => {
        const early = source.span([...path, "price", currency], "value");
        return ![early, late(currency)].some((at) => apart.has(placeOf(at)));
      });
      const [first] = currencies;
      if (first === undefined) return [];
      const words = { currencies, product: null };
      return [diagnose("product/regular-price", late(first), words)];
    });
  });

/** The currencies in which it is not. */
function notHigher(
  regular: Readonly<Record<string, unknown>>,
  price: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(regular).flatMap(([currency, amount]) => {
    const [late, early] = [number(amount), number(price[currency])];
    if (late === null || early === null || late > early) return [];
    // A price in cents is told as such.
    return early > late * TENFOLD ? [] : [currency];
  });
}

function placeOf({ line, column }: Span): string {
  return `${line}:${column}`;
}

/** The same for a plan that another product takes the place of. */
export const regularProduct: FunnelRule = ({ source, funnel, traits }) =>
  plansWritten(source, traits).flatMap(({ product, regular, path }) => {
    const [before, after] = [product, regular].map(
      (code) => funnel.products[code],
    );
    if (before === undefined || after === undefined) return [];
    // One for another time is told as that.
    if (before.days !== after.days) return [];
    const [early, late] = [before.prices, after.prices];
    const currencies = Object.entries(late).flatMap(([code, amount]) =>
      amount === undefined || amount > (early[code] ?? 0) ? [] : [code],
    );
    if (currencies.length === 0) return [];
    const at = source.span([...path, "regular"], "value");
    const isSame = product === regular;
    const words = { currencies, product, isSame };
    return [diagnose("product/regular-price", at, words)];
  });
