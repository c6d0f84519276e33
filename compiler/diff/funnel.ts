import type { DeclaredCode, FunnelNode } from "../link/program.ts";
import { productsIn } from "../link/products-in.ts";
import { regularCode } from "../link/regular.ts";
import { timedPlans } from "../link/timed-plans.ts";
import { liveFunnel } from "../live/shape.ts";
import { data, text } from "../schema/read.ts";
import { type Change, ofWhole, told, type Told } from "./change.ts";
import { dangerChanges } from "./danger.ts";
import { drawingChanges } from "./looks.ts";
import { mailChanges } from "./mails.ts";
import { type Matched, matchSteps } from "./match.ts";
import { nounOf } from "./names.ts";
import type { Reading } from "./props.ts";
import { scoreChanges } from "./scores.ts";
import { stepChanges } from "./steps.ts";
import { amounts, productName, readable, spoken } from "./values.ts";
import { wayChanges } from "./ways.ts";

/** What changes of a funnel, or of a brand's own pages. */
export function funnelChanges(of: string, reading: Reading): Change[] {
  const { before, after, language } = reading;
  const matched = matchSteps(before, after, language);
  return [
    ...ofWhole(of, wholeChanges(reading, matched)),
    ...stepChanges(of, matched, reading),
    ...dangerChanges(of, matched, reading),
    ...wayChanges(before, after, matched).map((change): Change => ({
      ...change,
      of,
      area: "ways",
    })),
  ];
}

/** What a funnel says of itself as a whole. */
function wholeChanges(reading: Reading, { names }: Matched): Told[] {
  const { before, after, language } = reading;
  const [one, other] = [before.funnel, after.funnel];
  const { properties } = language.envelopes.funnel;
  const nameOf = (key: string) => nounOf(properties?.[key], key);
  const yes = (value: boolean) => (value ? "yes" : "no");
  return [
    ...countdownChanges(before, after),
    ...codeChanges(before.codes, after.codes),
    ...checkoutChanges(one.checkouts, other.checkouts),
    ...experimentChanges(before, after),
    ...told(
      "addresses",
      nameOf("mounts"),
      one.mounts.join(", "),
      other.mounts.join(", "),
    ),
    ...told(
      "addresses",
      nameOf("title"),
      readable(one.title),
      readable(other.title),
    ),
    ...told(
      "addresses",
      nameOf("description"),
      spoken(one.description, {}, before),
      spoken(other.description, {}, after),
    ),
    ...told(
      "asked",
      nameOf("analytics"),
      yes(one.analytics),
      yes(other.analytics),
    ),
    ...told("asked", nameOf("replay"), yes(one.replay), yes(other.replay)),
    ...drawingChanges(before, after),
    ...scoreChanges(one.scores, other.scores),
    ...mailChanges(
      { mails: before.mails, node: before },
      { mails: after.mails, node: after },
      language.envelopes.funnel,
      names.steps,
    ),
  ];
}

/** What a countdown does when it has run out; how long it runs is told where it stands. */
function countdownChanges(before: FunnelNode, after: FunnelNode): Told[] {
  const [one, other] = [plansOf(before), plansOf(after)];
  const what = "when the countdown ends";
  if (one === null || other === null) {
    const said = (plans: typeof one, node: FunnelNode) =>
      plans &&
      [...plans]
        .map(([product, regular]) => costs(product, regular, node))
        .join("; ");
    return told("money", what, said(one, before), said(other, after));
  }
  // A plan that is new or gone is told where it stands.
  const products = [...new Set([...one.keys(), ...other.keys()])].filter(
    (product) => isSold(product, before) && isSold(product, after),
  );
  return products.flatMap((product) =>
    told(
      "money",
      what,
      costs(product, one.get(product) ?? product, before),
      costs(product, other.get(product) ?? product, after),
    ),
  );
}

/** What is sold in place of each plan; null where no countdown runs. */
function plansOf(node: FunnelNode): ReadonlyMap<string, string> | null {
  const { minutes, changes } = timedPlans(node.funnel, node.traits);
  return minutes === null
    ? null
    : new Map(changes.map(({ product, regular }) => [product, regular]));
}

function isSold(product: string, { funnel }: FunnelNode): boolean {
  return funnel.steps.some(({ props, variant }) =>
    [props, variant?.props].some((side) => productsIn(side).includes(product)),
  );
}

function costs(product: string, regular: string, node: FunnelNode): string {
  const name = productName(product, node);
  if (regular === product) return `${name} costs the same`;
  return regular === regularCode(product)
    ? `${name} costs its regular price`
    : `${productName(regular, node)} is sold in place of ${name}`;
}

function codeChanges(
  before: readonly DeclaredCode[],
  after: readonly DeclaredCode[],
): Told[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [one, other] = [before, after].map((list) =>
      list.find((code) => code.id === id),
    );
    if (one === undefined || other === undefined) {
      const [old, now] = [one, other].map((code) =>
        code === undefined ? null : codeWords(code),
      );
      const how = one === undefined ? "new promo code" : "promo code removed";
      return told("money", how, old ?? null, now ?? null);
    }
    const name = `promo code ${written(other)}`;
    const of = (what: string, say: (code: DeclaredCode) => string) =>
      told("money", `${name}: ${what}`, say(one), say(other));
    return [
      ...told(
        "money",
        "how a promo code is written",
        written(one),
        written(other),
      ),
      ...of("what it takes off", worthWords),
      ...of("what it lowers", ({ prices }) => Object.keys(prices).join(", ")),
      ...of("how many payments it lowers", ({ limit }) =>
        String(limit ?? "any"),
      ),
      ...of("how many payments of one visitor it lowers", ({ each }) =>
        String(each ?? "any"),
      ),
      ...of("the last day on which it holds", ({ until }) => until ?? "none"),
    ];
  });
}

function written({ prefix, word }: DeclaredCode): string {
  return word ?? `${prefix}-*`;
}

function worthWords({ worth }: DeclaredCode): string {
  return worth.kind === "percent"
    ? `${worth.percent}%`
    : amounts(worth.amounts);
}

function codeWords(code: DeclaredCode): string {
  const products = Object.keys(code.prices).join(", ");
  return `${written(code)}, ${worthWords(code)} off ${products}`;
}

function checkoutChanges(
  before: FunnelNode["funnel"]["checkouts"],
  after: FunnelNode["funnel"]["checkouts"],
): Told[] {
  const [one, other] = [data(before), data(after)];
  const mounts = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...mounts].flatMap((mount) =>
    told(
      "money",
      `payment page at ${mount}`,
      text(one[mount], OF_BRAND),
      text(other[mount], OF_BRAND),
    ),
  );
}

const OF_BRAND = "the brand's";

function experimentChanges(before: FunnelNode, after: FunnelNode): Told[] {
  const [one = {}, other = {}] = [before, after].map(
    (node) => liveFunnel(node).experiments,
  );
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name): Told[] => {
    const [old, now] = [runningOn(name, before), runningOn(name, after)];
    if (old === null || now === null)
      return told(
        "experiments",
        `experiment "${name}" ${old === null ? "begins" : "ends"}`,
        old,
        now,
      );
    if (one[name] === other[name]) return [];
    return [
      {
        area: "experiments",
        what: `experiment "${name}" is running ${now}, and shows something else: figures from before and after belong to two different tests`,
        before: old === now ? null : old,
        after: old === now ? null : now,
      },
    ];
  });
}

/** The steps that an experiment is on; null where it is on none. */
function runningOn(name: string, { funnel }: FunnelNode): string | null {
  const steps = funnel.steps.filter(
    ({ variant }) => variant?.experiment === name,
  );
  return steps.length === 0
    ? null
    : `on ${steps.map(({ id }) => id).join(", ")}`;
}
