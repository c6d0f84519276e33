import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data } from "../schema/read.ts";
import { pagesWith } from "../schema/traits.ts";
import type { BrandRule } from "./rule.ts";

/**
 * Whoever buys what renews can end it without asking anybody: the brand has a page for that. What is sold no more goes on
 * renewing for those who have it.
 */
export const plansCancelled: BrandRule = ({ brands, outlines }) => {
  const sold = new Set(outlines.flatMap(({ products }) => products));
  return brands.flatMap(({ source, pages, products }): Diagnostic[] => {
    const { funnel, traits } = pages;
    const [page = "", ...others] = pagesWith(
      traits,
      ({ orderAccess }) => orderAccess,
    );
    const ways = new Set([page, ...others]);
    if (funnel.steps.some((step) => ways.has(step.page))) return [];
    const written = data(data(source.data).products);
    const plan = Object.values(products).find(
      ({ code, renewal }) =>
        renewal !== null &&
        (sold.has(code) || data(written[code]).retired === true),
    );
    if (plan === undefined) return [];
    const at = source.span(["products", plan.code, "renews"], "key");
    return [diagnose("brand/no-cancel", at, { plan: plan.code, page })];
  });
};
