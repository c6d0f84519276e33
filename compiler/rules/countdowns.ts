import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, number, text } from "../schema/read.ts";
import type { Outline } from "../link/outline.ts";
import { sectionsWritten, traitsOf } from "../link/sections-written.ts";
import type { FunnelRule, BrandRule } from "./rule.ts";

/** A visitor has one countdown in a funnel, so that all of its clocks run for the same time. */
export const oneCountdown: FunnelRule = ({ source, traits }) => {
  const clocks = sectionsWritten(source).filter(
    ({ section }) => traitsOf(section, traits)?.clock === true,
  );
  const minutesOf = (section: unknown) => number(data(section).minutes);
  const [first, ...others] = clocks;
  if (first === undefined) return [];
  const minutes = minutesOf(first.section);
  return others
    .filter(({ section }) => minutesOf(section) !== minutes)
    .map(({ path }) =>
      diagnose(
        "countdown/differs",
        source.span([...path, "minutes"], "value"),
        {
          minutes: minutes ?? 0,
        },
      ),
    );
};

/** What a countdown makes dearer is not sold at its lower price anywhere else in the brand, as no other product either. */
export const soldAnyway: BrandRule = ({ brands, outlines, sourceOf }) => {
  const timed = new Map(
    outlines.flatMap(({ file, sales }) =>
      sales
        .filter(({ isTimed }) => isTimed)
        .map(({ product }) => [product, file] as const),
    ),
  );
  const products = new Map(
    brands.flatMap(({ source }) =>
      Object.entries(data(data(source.data).products)),
    ),
  );
  const timedAs = (product: string) =>
    timed.has(product)
      ? product
      : [...timed.keys()].find((early) =>
          isAsCheap(products.get(product), products.get(early)),
        );
  return outlines.flatMap(({ file, sales }) =>
    sales.flatMap(({ product, isTimed, path }) => {
      const early = isTimed ? undefined : timedAs(product);
      const by = early === undefined ? undefined : timed.get(early);
      if (early === undefined || by === undefined) return [];
      const at = sourceOf(file).span([...path, "product"], "value");
      return [diagnose("countdown/sold-anyway", at, { product, early, by })];
    }),
  );
};

/** Whether visitors see one product under the same name as another, for no more money. */
function isAsCheap(one: unknown, other: unknown): boolean {
  if (text(data(one).name) !== text(data(other).name)) return false;
  const prices = data(data(other).price);
  return Object.entries(data(data(one).price)).some(([currency, amount]) => {
    const [price, limit] = [number(amount), number(prices[currency])];
    return price !== null && limit !== null && price <= limit;
  });
}

/** A regular price of the price list is charged once a countdown has ended; where none runs, nobody pays it. */
export const regularReached: BrandRule = ({ brands, outlines }) =>
  brands.flatMap(({ source }) => {
    // One countdown that is missing is one mistake, however many plans stood beside it.
    const idle = new Map<string, string[]>();
    for (const [code, product] of Object.entries(
      data(data(source.data).products),
    )) {
      if (data(product).regular === undefined) continue;
      const sellers = outlines.filter(({ products }) =>
        products.includes(code),
      );
      if (sellers.length === 0 || sellers.some((one) => isTimed(code, one)))
        continue;
      const where = sellers.map(({ file }) => file).join();
      idle.set(where, [...(idle.get(where) ?? []), code]);
    }
    return [...idle.values()].flatMap((codes) => {
      const [first = ""] = codes;
      const at = source.span(["products", first, "regular"], "key");
      return [diagnose("product/never-regular", at, { codes })];
    });
  });

function isTimed(code: string, { sales }: Outline): boolean {
  return sales.some(({ product, isTimed: timed }) => product === code && timed);
}
