import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { listsOf } from "../link/choices.ts";
import { IN_DAYS, IN_MINUTES, otherLength } from "../link/lengths.ts";
import { narrow } from "../link/narrow.ts";
import {
  plansWritten,
  sectionsWritten,
  traitsOf,
} from "../link/sections-written.ts";
import { data, items, text } from "../schema/read.ts";
import { claimFilter, eachClaim } from "./claim-texts.ts";
import type { BrandRule, FunnelRule } from "./rule.ts";

const UNITS = { day: IN_DAYS, minute: IN_MINUTES } as const;

/** A section that lasts for some time does not name another one. */
export const claimsLength: FunnelRule = ({ source, traits }) =>
  sectionsWritten(source).flatMap(({ section, path }) => {
    const lasts = traitsOf(section, traits)?.lasts ?? null;
    if (lasts === null) return [];
    const { property } = lasts;
    const own = data(section)[property];
    if (typeof own !== "number") return [];
    for (const key of lasts.texts) {
      const said = text(data(section)[key]);
      const words = otherLength(said, own, UNITS[lasts.unit]);
      if (words === null) continue;
      const at = narrow(source, [...path, key], words);
      const of = "section";
      return [diagnose("claim/other-length", at, { words, of, property, own })];
    }
    return [];
  });

/** "14-day money-back guarantee", "a guarantee of two weeks". */
const GUARANTEE =
  /\b\w+[- ](?:day|week|month)s?[- ](?:money[- ]back )?guarantee\b|\bguarantee (?:of|for) \w+ (?:day|week|month)s?\b/i;

/** A quicker look for the same, which finds more. */
const MAY_GUARANTEE =
  /[- ](?:day|week|month)s?[- ](?:money[- ]back )?guarantee\b|\bguarantee (?:of|for) /i;
const GUARANTEEING = claimFilter(GUARANTEE);

/** A guarantee that a text names is one that the funnel gives; what a section says of its own is told by itself. */
export const guaranteeLength: FunnelRule = (node) => {
  const { source, traits } = node;
  if (!MAY_GUARANTEE.test(source.text) || !GUARANTEE.test(source.text))
    return [];
  const given = sectionsWritten(source).flatMap(({ section, path }) => {
    const lasts = traitsOf(section, traits)?.lasts ?? null;
    if (lasts?.unit !== "day") return [];
    const { property } = lasts;
    const own = data(section)[property];
    return typeof own === "number" ? [{ path, property, own }] : [];
  });
  const [first] = given;
  if (first === undefined) return [];
  const { property, own } = first;
  const found: Diagnostic[] = [];
  eachClaim(node, GUARANTEEING, ({ text: said, path }) => {
    const [words = ""] = GUARANTEE.exec(said) ?? [];
    const isRight = given.some(
      (one) => otherLength(words, one.own, IN_DAYS) === null,
    );
    const isOwn = given.some((one) =>
      path.join().startsWith(`${one.path.join()},`),
    );
    if (isRight || isOwn) return;
    const at = narrow(source, path, words);
    const of = "funnel";
    found.push(
      diagnose("claim/other-length", at, { words, of, property, own }),
    );
  });
  return found;
};

/** Words for access that does not end. */
const LIFETIME =
  /\b(?:life-?time access|access for (?:life|ever)|yours (?:for ever|forever|for life)|forever yours|lifetime (?:plan|deal))\b|^\W*lifetime\W*$/i;

function lifetimeIn(said: string): string | null {
  return LIFETIME.exec(said)?.[0].trim() ?? null;
}

/** What is chosen by its length ("12 weeks") is a product that gives access for as long. */
export const plansLength: FunnelRule = ({ source, funnel }) =>
  listsOf("product", source.data, []).flatMap(({ list, path }) =>
    items(list).flatMap((choice, i): Diagnostic[] => {
      const product = text(data(choice).product);
      const days = funnel.products[product]?.days ?? null;
      if (days === null) return [];
      const { label, note, badge } = data(choice);
      const other = otherLength(text(label), days, IN_DAYS);
      const said = Object.entries({ label, note, badge }).map(
        ([key, value]) => ({ key, words: lifetimeIn(text(value)) }),
      );
      const { key, words } =
        other === null
          ? (said.find((one) => one.words !== null) ?? { words: null, key: "" })
          : { key: "label", words: other };
      if (words === null) return [];
      const at = narrow(source, [...path, i, key], words);
      return [diagnose("product/other-length", at, { words, product, days })];
    }),
  );

/** What takes the place of a plan gives access for as long. */
export const regularLength: FunnelRule = ({ source, funnel, traits }) =>
  plansWritten(source, traits).flatMap(({ product, regular, path }) => {
    const early = funnel.products[product];
    const late = funnel.products[regular];
    if (!early || !late || early.days === late.days) return [];
    const at = source.span([...path, "regular"], "value");
    return [diagnose("product/regular-length", at, { product, regular })];
  });

/** The same of the names of products, which stand on receipts. */
export const namesLength: BrandRule = ({ brands }) =>
  brands.flatMap(({ source }) =>
    Object.entries(data(data(source.data).products)).flatMap(
      ([product, written]): Diagnostic[] => {
        const { name, days } = data(written);
        if (typeof days !== "number") return [];
        const words =
          otherLength(text(name), days, IN_DAYS) ?? lifetimeIn(text(name));
        if (words === null) return [];
        const at = narrow(source, ["products", product, "name"], words);
        return [diagnose("product/other-length", at, { words, product, days })];
      },
    ),
  );
