import type { CurrencyRule, Funnel, Step } from "../../generated/contract.ts";
import type { Section } from "../../generated/names.ts";
import type { ServerBrand } from "../../generated/server-contract.ts";
import { lacking, type Told } from "../core/basis.ts";
import { holds } from "../core/conditions.ts";
import { currencyFor, type Geo } from "../core/currency.ts";
import { isRecord, own } from "../core/read.ts";
import { soldProduct } from "../offer/plan.ts";

/** One side of a step's experiment: what its page shows. */
export type Props = Step["props"];

type At = Told & { readonly step: Step };

/** The sides of a step: one, or both of its experiment. */
export function sidesOf({ props, variant }: Step): readonly Props[] {
  return variant === null ? [props] : [props, variant.props];
}

/** The sections that a visitor sees on one side of a page. */
export function sectionsShown(
  funnel: Funnel,
  { step: { basis }, answers, contact }: At,
  props: Props,
): readonly Section[] {
  const sections = "sections" in props ? (props.sections ?? []) : [];
  return sections.filter(
    ({ when, madeOf = [] }) =>
      holds(when, { funnel, answers }) &&
      (basis === null ||
        lacking(funnel, basis, madeOf, { answers, contact }).length === 0),
  );
}

/** The products that one side of a page sells to a visitor, while its countdown runs or when it has `ended`. */
export function soldOn(
  funnel: Funnel,
  visit: At,
  props: Props,
  ended: boolean,
): readonly string[] {
  const { sections: _sections, ...page } = { sections: [], ...props };
  const plans = sectionsShown(funnel, visit, props).flatMap((section) =>
    "plans" in section ? section.plans : [],
  );
  const sold = plans.map((plan) => soldProduct(plan, ended));
  return [...new Set([...productsIn(page), ...sold])];
}

/** What may have been bought there: what its sides sell while the countdown runs. */
export function productsSold(funnel: Funnel, visit: At): readonly string[] {
  const all = sidesOf(visit.step).flatMap((props) =>
    soldOn(funnel, visit, props, false),
  );
  return [...new Set(all)];
}

export function productsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(productsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "product" && typeof inner === "string"
      ? [inner]
      : productsIn(inner),
  );
}

/** What the server takes for a product, in minor units; null where it sells it not, or not any more. */
export function charged(
  {
    products,
    codes,
    countdowns,
  }: Pick<ServerBrand, "products" | "codes" | "countdowns">,
  funnel: string,
  sale: {
    readonly product: string;
    readonly currency: string;
    /** A code of the funnel, null for none. */
    readonly promo: string | null;
    readonly ended: boolean;
  },
): number | null {
  const { product, currency, promo, ended } = sale;
  const over = countdowns.some(
    (countdown) =>
      countdown.funnel === funnel &&
      own(countdown.products, product) !== undefined,
  );
  if (ended && over) return null;
  const code = codes.find(({ key }) => key === `${funnel}/${promo}`);
  const lowered = own(code?.prices ?? {}, product);
  const prices: Readonly<Record<string, number>> =
    lowered ?? own(products, product)?.prices ?? {};
  return own(prices, currency) ?? null;
}

/** A visitor for whom a rule decides the currency; null where an earlier one fits whomever it fits. */
export function visitorOf(
  rules: readonly CurrencyRule[],
  rule: CurrencyRule,
): Geo | null {
  const geo: Geo = {
    status: "success",
    country_code: rule.country ?? "",
    currency: rule.currency ?? "",
    city: "",
    country: "",
    postcode: "",
  };
  return currencyFor(rules, geo) === rule ? geo : null;
}
