import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, number } from "../schema/read.ts";
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

/** What a countdown makes dearer is not sold at its lower price anywhere else in the brand. */
export const soldAnyway: BrandRule = ({ outlines, sourceOf }) => {
  const timed = new Map(
    outlines.flatMap(({ brand, file, sales }) =>
      sales
        .filter(({ isTimed }) => isTimed)
        .map(({ product }) => [`${brand} ${product}`, file] as const),
    ),
  );
  return outlines.flatMap(({ brand, file, sales }) =>
    sales.flatMap(({ product, isTimed, path }) => {
      const by = timed.get(`${brand} ${product}`);
      if (isTimed || by === undefined) return [];
      const at = sourceOf(file).span([...path, "product"], "value");
      return [diagnose("countdown/sold-anyway", at, { product, by })];
    }),
  );
};

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
