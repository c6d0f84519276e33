import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelNode } from "../link/program.ts";
import { productsIn } from "../link/products-in.ts";
import { areSeenByOne, type Side, sidesOf } from "../link/sides.ts";
import { valueAt } from "../schema/json-pointer.ts";
import type { EdgeKind, Prices, Product, Step } from "../shared/contract.ts";
import { returnsIn } from "./offer-returns.ts";
import type { FunnelRule } from "./rule.ts";
import { saysItself } from "./step-span.ts";

/** Whoever declines is not led on to what follows a purchase, while whoever buys never comes to it. */
export const afterAccepting: FunnelRule = (node) =>
  node.funnel.steps.flatMap((step, i) => {
    const accepted = targetOf(step, "accept", node);
    const declined = targetOf(step, "decline", node);
    if (accepted === null || declined === null) return [];
    if (!saysItself(node, i, ["accept", "decline"])) return [];
    if (!followsPurchase(declined, node)) return [];
    // Before anything can have been bought, that is the mistake.
    const isFirst = !bought(node).has(step.id);
    if (isFirst && node.traits.pages[declined.page]?.comesAfter === "buying")
      return [];
    const isSwapped =
      !isOffer(accepted, node) ||
      (followsPurchase(accepted, node) &&
        pairsOf(accepted, declined).some(([one, other]) =>
          isLess(one, other, node),
        ));
    if (!isSwapped || leadsOn(accepted, declined, step, node)) return [];
    const at = node.source.span(
      [...(node.origins[i] ?? []), "decline"],
      "value",
    );
    const words = { id: step.id, to: declined.id };
    return [diagnose("offer/after-declining", at, words)];
  });

/** What is offered to those who have declined costs less than what they have declined. */
export const smallerOffer: FunnelRule = (node) => {
  // An offer that several lead to, or several addresses of one, is told of once.
  const told = new Set<Step>();
  return node.funnel.steps.flatMap((step, before) => {
    const smaller = onward(targetOf(step, "decline", node), node);
    if (smaller === null || !isForDecliners(smaller, node)) return [];
    if (told.has(smaller)) return [];
    const [declined, now] =
      pairsOf(step, smaller).find((pair) => isDearer(pair, node)) ?? [];
    if (declined === undefined || now === undefined) return [];
    told.add(smaller);
    const i = node.funnel.steps.indexOf(smaller);
    // Where an offer is made again, that is the mistake.
    if (i <= before && returnsIn(node).some(({ loop }) => loop.has(before)))
      return [];
    const own = [...(node.origins[i] ?? []), "product"];
    const ofSide = [...own.slice(0, -1), ...now.within, "product"];
    const isOwn = valueAt(node.source.data, ofSide) !== undefined;
    const at = node.source.span(isOwn ? ofSide : own, "value");
    const side = [...(node.origins[before] ?? []), ...declined.within];
    const notes =
      declined.within.length === 0
        ? []
        : [{ message: "on this side", at: node.source.span(side, "key") }];
    const words = { id: smaller.id, declined: step.id };
    return [diagnose("offer/not-smaller", at, words, notes)];
  });
};

/** What one visitor may be shown at two steps, by the sides of their experiments. */
type Pair = readonly [Side, Side];

function pairsOf(step: Step, other: Step): Pair[] {
  return sidesOf(step).flatMap((one) =>
    sidesOf(other)
      .filter((side) => areSeenByOne(one, side))
      .map((side): Pair => [one, side]),
  );
}

function isDearer([before, side]: Pair, node: FunnelNode): boolean {
  const now = soldOn(side, node);
  // What is paid once is less than what renews, whatever it costs.
  const declined = soldOn(before, node).filter(
    ({ renewal }) =>
      renewal === null || now.every((one) => one.renewal !== null),
  );
  return (
    declined.length > 0 &&
    now.length > 0 &&
    now.every((one) =>
      declined.every((other) => isAtLeast(one.prices, other.prices)),
    )
  );
}

/** The one step to which a step leads by an outcome; null where there are several. */
function targetOf(
  { edges }: Step,
  on: EdgeKind,
  { funnel }: FunnelNode,
): Step | null {
  const [way, ...others] = edges.filter((edge) => edge.on === on);
  if (way === undefined || others.length > 0) return null;
  return funnel.steps.find(({ id }) => id === way.to) ?? null;
}

/** The step that everybody comes to by the pages between two offers; null where they part. */
function onward(step: Step | null, node: FunnelNode): Step | null {
  const passed = new Set<Step>();
  let at = step;
  while (at !== null && !isOffer(at, node) && !passed.has(at)) {
    passed.add(at);
    at = targetOf(at, "next", node);
  }
  return at;
}

function isOffer({ page }: Step, { traits }: FunnelNode): boolean {
  return traits.pages[page]?.flow === "offer";
}

function isForDecliners({ page }: Step, { traits }: FunnelNode): boolean {
  return traits.pages[page]?.comesAfter === "declining";
}

/** Whether an offer charges what was saved before: one that shows plans asks for a card itself. */
function followsPurchase(step: Step, node: FunnelNode): boolean {
  const { provides = null } = node.traits.pages[step.page] ?? {};
  return (
    isOffer(step, node) && !isForDecliners(step, node) && provides === null
  );
}

/** The steps that somebody who has bought something can come to. */
function bought(node: FunnelNode): ReadonlySet<string> {
  const accepted = node.funnel.steps.flatMap(({ edges }) =>
    edges.flatMap(({ on, to }) => (on === "accept" ? [to] : [])),
  );
  return stepsFrom(accepted, node);
}

/** Whether somebody comes from one step to another, and not by one that they have left. */
function leadsOn(from: Step, to: Step, left: Step, node: FunnelNode): boolean {
  return stepsFrom([from.id], node, left).has(to.id);
}

/** The steps that somebody who is at one of some can come to, those included. */
function stepsFrom(
  ids: readonly string[],
  { funnel, graph }: FunnelNode,
  without?: Step,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (i: number) => {
    const step = funnel.steps[i];
    if (step === undefined || step === without || reached.has(step.id)) return;
    reached.add(step.id);
    for (const next of graph.successors[i] ?? []) visit(next);
  };
  for (const id of ids) visit(funnel.steps.findIndex((step) => step.id === id));
  return reached;
}

function soldOn({ props }: Side, { funnel }: FunnelNode): Product[] {
  return productsIn(props).flatMap((code) => funnel.products[code] ?? []);
}

/** Whether each sells one thing, and the first one costs less in every currency. */
function isLess(one: Side, other: Side, node: FunnelNode): boolean {
  const [first, ...firsts] = soldOn(one, node);
  const [second, ...seconds] = soldOn(other, node);
  if (first === undefined || second === undefined) return false;
  if (firsts.length > 0 || seconds.length > 0) return false;
  return (
    !isAtLeast(first.prices, second.prices) &&
    isAtLeast(second.prices, first.prices)
  );
}

function isAtLeast(prices: Prices, others: Prices): boolean {
  const known = new Map(Object.entries(others));
  return Object.entries(prices).every(
    ([currency, price = 0]) => price >= (known.get(currency) ?? 0),
  );
}
