import { onceFor } from "../memoize.ts";
import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Edge, EdgeKind } from "../shared/contract.ts";
import type { Span } from "../diagnostics/span.ts";
import { data } from "../schema/read.ts";
import type { FunnelNode } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/** An offer that was accepted or declined is not made again; a refused payment may be tried once more. */
export const offerReturns: FunnelRule = (node) =>
  returnsIn(node).map(({ offer, from, edge }) => {
    const { steps } = node.funnel;
    const by = steps[from]?.id ?? "";
    const words = { offer: steps[offer]?.id ?? "", by, to: edge.to };
    const note = { message: "the offer is here", at: nameOf(node, offer) };
    const at = edgeAt(node, from, edge.on);
    return diagnose("flow/offer-returns", at, words, [note]);
  });

interface Return {
  /** The position of an offer that was answered. */
  readonly offer: number;
  /** The step and the way that lead back to it. */
  readonly from: number;
  readonly edge: Edge;
  /** All steps from an answer back to the offer. */
  readonly loop: ReadonlySet<number>;
}

/** The ways back to offers that were answered. */
export const returnsIn = onceFor(findReturns);

function findReturns(node: FunnelNode): Return[] {
  const told = new Set<number>();
  return node.funnel.steps.flatMap((_, offer) => {
    const loop = loopBehind(node, offer);
    if (loop.size === 0 || told.has(offer)) return [];
    // The other offers of the loop share its mistake.
    for (const member of loop) told.add(member);
    const back = wayBack(node, loop);
    return back === null ? [] : [{ offer, loop, ...back }];
  });
}

const ANSWERS: ReadonlySet<EdgeKind> = new Set(["accept", "decline"]);

/** The steps from an answer to an offer back to the offer; empty when no answer leads back. */
function loopBehind({ funnel, graph }: FunnelNode, i: number): Set<number> {
  const answers = (funnel.steps[i]?.edges ?? []).filter(({ on }) =>
    ANSWERS.has(on),
  );
  if (answers.length === 0) return new Set();
  const targets = new Set(answers.map(({ to }) => to));
  const first = funnel.steps.flatMap(({ id }, n) => (targets.has(id) ? n : []));
  const after = closure(graph.successors, first, i);
  if (!after.has(i)) return new Set();
  const leadsBack = (n: number) =>
    n === i || closure(graph.successors, [n], i).has(i);
  return new Set([...after].filter(leadsBack));
}

/** What can be reached from some steps without going through `stop`. */
function closure(
  successors: readonly (readonly number[])[],
  from: readonly number[],
  stop: number,
): Set<number> {
  const seen = new Set(from);
  for (const at of seen)
    if (at !== stop) for (const to of successors[at] ?? []) seen.add(to);
  return seen;
}

/** The last step of a loop that leads back in the file, and the way. */
function wayBack(
  node: FunnelNode,
  loop: ReadonlySet<number>,
): { from: number; edge: Edge } | null {
  const index = new Map(node.funnel.steps.map((step, n) => [step.id, n]));
  for (const i of [...loop].sort((a, b) => b - a)) {
    const step = node.funnel.steps[i];
    const edge = step?.edges.find(({ to }) => {
      const target = index.get(to) ?? Number.POSITIVE_INFINITY;
      return target <= i && loop.has(target);
    });
    if (edge !== undefined) return { from: i, edge };
  }
  return null;
}

/** Where a way out of a step is written; the step's name when it is not written as a key of its own. */
function edgeAt(node: FunnelNode, i: number, on: EdgeKind): Span {
  const origin = node.origins[i] ?? [];
  return data(writtenStep(node, i))[on] === undefined
    ? nameOf(node, i)
    : node.source.span([...origin, on], "value");
}
