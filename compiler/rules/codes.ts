import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DeclaredCode, FunnelNode } from "../link/program.ts";
import {
  plansOf,
  sectionsOfPages,
  sectionsWritten,
  traitsOf,
} from "../link/sections-written.ts";
import { reachedFrom } from "../link/graph.ts";
import {
  pagesWith,
  type Provision,
  sectionsWith,
  type Traits,
} from "../schema/traits.ts";
import { data, items, text } from "../schema/read.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import { ELAPSED } from "./elapsed.ts";
import { isFiner } from "./price-amount.ts";
import { forgottenPlans, sellsNothing } from "./sells-nothing.ts";
import { nameOf, writtenStep } from "./step-span.ts";
import type { FunnelRule, BrandRule } from "./rule.ts";

/** A promo code lowers something that is sold here, to a price that can be charged, until a day to come. */
export const codeEffect: FunnelRule = (node) => [
  ...node.codes.flatMap((code) => [
    ...idleProducts(code, node),
    ...notTypedIn(code, node),
    ...fractions(code, node),
    ...amounts(code, node),
    ...lastDay(code, node),
  ]),
  ...givenTooLate(node),
  ...nothingToType(node),
];

/** A page that gives a code comes before one that sells. */
function givenTooLate(node: FunnelNode): Diagnostic[] {
  const { funnel, graph, traits } = node;
  const isFor = (i: number, provision: Provision) =>
    traits.pages[funnel.steps[i]?.page ?? ""]?.provides === provision;
  return funnel.steps.flatMap((_, i) => {
    if (!isFor(i, "discount-code") || !graph.reachable.has(i)) return [];
    const after = reachedFrom(graph.successors, [i]);
    if ([...after].some((at) => isFor(at, "plan-sale"))) return [];
    const code = text(data(writtenStep(node, i))["code"]);
    const pages = pagesWith(traits, ({ provides }) => provides === "plan-sale");
    const late = { of: "late", code, pages } as const;
    return [diagnose("code/no-effect", nameOf(node, i), late)];
  });
}

function idleProducts({ id }: DeclaredCode, node: FunnelNode): Diagnostic[] {
  const { source, used, funnel } = node;
  const named = items(data(data(data(source.data).codes)[id]).products);
  const isUsed = (name: unknown) => used.has(`products.${text(name)}`);
  if (named.every(isUsed)) return [];
  const isForgotten = forgottenBy(node);
  return named.flatMap((name, i) => {
    const product = text(name);
    if (isUsed(name) || isForgotten(product)) return [];
    const at = source.span(["codes", id, "products", i], "value");
    const sold = Object.keys(funnel.products).filter(
      (code) => !code.includes("."),
    );
    return [diagnose("code/no-effect", at, { of: "product", product, sold })];
  });
}

/** Whether a product may be one that a page without plans was meant to sell: then that is the mistake. */
function forgottenBy(node: FunnelNode): (product: string) => boolean {
  if (sellsNothing(node).length === 0) return () => false;
  const shared = forgottenPlans(node);
  const plans = shared.flatMap((written) => plansOf(written, node.traits));
  const codes = plans.map(({ section }) => text(data(section)["product"]));
  return (product) => shared.length === 0 || codes.includes(product);
}

/** A word that everybody types in needs a place for it, on a page that sells what it lowers. */
function notTypedIn(
  { id, word, prices }: DeclaredCode,
  node: FunnelNode,
): Diagnostic[] {
  const { source, traits, used } = node;
  const lowered = Object.keys(prices).filter((code) =>
    used.has(`products.${code}`),
  );
  if (word === null || lowered.length === 0) return [];
  const beside = sectionsOfPages(source).flatMap(({ shown }) =>
    shown.some(({ section }) => takesCodes(section, traits))
      ? [shown.flatMap((written) => plansOf(written, traits))]
      : [],
  );
  const sold = beside
    .flat()
    .map(({ section }) => text(data(section)["product"]));
  if (sold.some((product) => lowered.includes(product))) return [];
  const at = source.span(["codes", id, "code"], "value");
  const sections = sectionsWith(traits, ({ plans }) => plans !== null);
  return [
    diagnose(
      "code/no-effect",
      at,
      beside.length === 0
        ? { of: "word", sections }
        : { of: "field", sections, lowered, sold: [...new Set(sold)] },
    ),
  ];
}

function takesCodes(section: unknown, traits: Traits): boolean {
  const plans = traitsOf(section, traits)?.plans ?? null;
  return plans !== null && data(section).promo === true;
}

/** A place to type a word in needs a code that it can be. */
function nothingToType({ source, codes, traits }: FunnelNode): Diagnostic[] {
  if (codes.length > 0 || !/\bpromo["']?: *true\b/.test(source.text)) return [];
  return sectionsWritten(source).flatMap(({ section, path }) => {
    if (!takesCodes(section, traits)) return [];
    const at = source.span([...path, "promo"], "value");
    return [diagnose("code/none-to-type", at, {})];
  });
}

/** Amounts finer than their currency would be rounded. */
function fractions({ id }: DeclaredCode, { source }: FunnelNode): Diagnostic[] {
  const off = data(data(data(source.data).codes)[id]).off;
  return Object.entries(data(off)).flatMap(([currency, amount]) => {
    const digits = minorDigits(currency);
    if (typeof amount !== "number" || digits === null) return [];
    if (!isFiner(amount, digits)) return [];
    const at = source.span(["codes", id, "off", currency], "value");
    const words = { price: amount, currency, digits };
    return [diagnose("product/fraction", at, words)];
  });
}

function amounts({ id, worth, prices }: DeclaredCode, node: FunnelNode) {
  const { source, funnel } = node;
  const at = () => source.span(["codes", id, "off"], "value");
  const found: Diagnostic[] = [];
  for (const [name, lowered] of Object.entries(prices)) {
    const listed = funnel.products[name]?.prices ?? {};
    const codes = Object.keys(listed);
    const none = codes.filter(
      (currency) =>
        worth.kind === "amount" && !Object.hasOwn(worth.amounts, currency),
    );
    if (none.length > 0)
      return [diagnose("code/no-amount", at(), { currencies: none })];
    const rest = Object.entries(lowered);
    const over = rest.flatMap(([currency, left = 0]) =>
      left > 0 ? [] : currency,
    );
    if (over.length > 0)
      found.push(
        diagnose("code/too-much", at(), { product: name, currencies: over }),
      );
  }
  return found.slice(0, 1);
}

function lastDay({ id, until }: DeclaredCode, { source }: FunnelNode) {
  if (until === null) return [];
  const day = new Date(`${until}T00:00:00Z`);
  const exists =
    !Number.isNaN(day.getTime()) && day.toISOString().startsWith(until);
  const at = () => source.span(["codes", id, "until"], "value");
  if (!exists) return [diagnose("code/no-day", at(), { until })];
  // Days as YYYY-MM-DD compare as texts.
  return until < ELAPSED ? [diagnose("code/over", at(), { until })] : [];
}

/** What a visitor types in names one code of the brand. */
export const codeDuplicate: BrandRule = ({ outlines, sourceOf }) => {
  const known = new Map<string, string>();
  return outlines.flatMap(({ brand, file, codes }) =>
    codes.flatMap(({ id, word }) => {
      const key = `${brand} ${word}`;
      const first = known.get(key);
      if (first === undefined) {
        known.set(key, file);
        return [];
      }
      const at = sourceOf(file).span(["codes", id, "code"], "value");
      return [diagnose("code/duplicate", at, { word, first })];
    }),
  );
};
