import { diagnose } from "../diagnostics/diagnostic.ts";
import { IN_DAYS, otherLength } from "../link/lengths.ts";
import { regularCode } from "../link/regular.ts";
import { plansOf, sectionsWritten } from "../link/sections-written.ts";
import { data, text } from "../schema/read.ts";
import type { Product } from "../shared/contract.ts";
import { TENFOLD } from "./price-list.ts";
import type { FunnelRule } from "./rule.ts";

/** Of two plans side by side, the longer one costs more: else nobody would take the shorter one. */
export const longerForLess: FunnelRule = ({ source, funnel, traits }) =>
  sectionsWritten(source).flatMap((written) => {
    const plans = plansOf(written, traits).flatMap(({ section, path }) => {
      const code = text(data(section).product);
      const product = funnel.products[code];
      return product === undefined ? [] : [{ code, product, path }];
    });
    return plans.flatMap(({ code, product, path }) => {
      const shorter = plans.find(
        (other) =>
          isBargain(product, other.product) &&
          // A price that is above its own regular one is told as such.
          !isNoLess(other.product, funnel.products[regularCode(other.code)]),
      );
      if (shorter === undefined) return [];
      const at = source.span([...path, "product"], "value");
      const words = { code, shorter: shorter.code };
      return [diagnose("product/longer-for-less", at, words)];
    });
  });

/** Whether one product gives more days than another one for no more, in every currency. */
function isBargain(longer: Product, shorter: Product): boolean {
  const isAlike = (longer.renewal === null) === (shorter.renewal === null);
  if (!isAlike || longer.days === null || shorter.days === null) return false;
  if (longer.days <= shorter.days) return false;
  // Days that the product's own name contradicts are told as such.
  if ([longer, shorter].some(isMisnamed)) return false;
  return isNoLess(shorter, longer);
}

function isMisnamed({ name, days }: Product): boolean {
  return days !== null && otherLength(name, days, IN_DAYS) !== null;
}

/** Whether a product costs as much as another one or more, in every currency, and is not in cents. */
function isNoLess(product: Product, other: Product | undefined): boolean {
  if (other === undefined) return false;
  const prices = new Map(Object.entries(product.prices));
  return Object.entries(other.prices).every(([currency, amount = 0]) => {
    const price = prices.get(currency) ?? 0;
    return price >= amount && price < amount * TENFOLD;
  });
}
