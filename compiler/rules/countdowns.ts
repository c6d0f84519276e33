import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, number, text } from "../schema/read.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Outline } from "../link/outline.ts";
import { isDeclared, regularCode } from "../link/regular.ts";
import {
  plansOf,
  sectionsOfPages,
  sectionsWritten,
  traitsOf,
} from "../link/sections-written.ts";
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

/**
 * A visitor has one countdown in a funnel, so that it ends one price of a product and starts one other: on each of its
 * pages, and on both sides of an experiment.
 */
export const oneRegular: FunnelRule = (node) => {
  const plans = timedPlansWritten(node);
  const regulars = new Map(
    plans
      .filter(({ regular }) => regular !== null)
      .toReversed()
      .map(({ product, regular }) => [product, regular]),
  );
  return plans.flatMap(({ product, regular, path }) => {
    const expected = regulars.get(product) ?? null;
    if (expected === null || regular === expected) return [];
    const isWritten = regular !== null && isDeclared(regular);
    const key = isWritten ? "regular" : "product";
    const at = node.source.span([...path, key], "value");
    const later = isDeclared(expected) ? expected : null;
    return [diagnose("countdown/other-price", at, { product, later })];
  });
};

/** Each plan once that stands beside a countdown, with the product that takes its place; null where none does. */
function timedPlansWritten({ source, funnel, traits }: FunnelNode) {
  const shown = sectionsOfPages(source)
    .filter((page) =>
      page.shown.some(({ section }) => traitsOf(section, traits)?.clock),
    )
    .flatMap((page) => page.shown);
  const plans = shown
    .flatMap((written) => plansOf(written, traits))
    .map(({ section, path }) => {
      const { product, regular } = data(section);
      const own = regularCode(text(product));
      const later = Object.hasOwn(funnel.products, own) ? own : null;
      return {
        product: text(product),
        regular: regular === undefined ? later : text(regular),
        path,
      };
    });
  return [...new Map(plans.map((plan) => [plan.path.join(), plan])).values()];
}

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
