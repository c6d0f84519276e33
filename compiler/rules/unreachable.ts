import { diagnose } from "../diagnostics/diagnostic.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { deadEndsOf } from "./dead-end.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/**
 * A step that no visitor comes to, and the first of those that lead to each other alone: what lies behind it follows.
 * Of two with one name, the first is hidden by the other: that is told elsewhere.
 */
export const unreachable: FunnelRule = (node) => {
  const lost = lostSteps(node);
  if (lost.length === 0) return [];
  // Whoever gets stuck on the step before it would go on to it.
  const stuck = new Set(deadEndsOf(node).map(({ step }) => step));
  // So would whoever goes round and round.
  const { reachable, finishing } = node.graph;
  const isCaught = (i: number) => reachable.has(i) && !finishing.has(i);
  return lost.flatMap((i) => {
    if (stuck.has(i - 1) || isCaught(i - 1)) return [];
    const { id = "" } = node.funnel.steps[i] ?? {};
    return [diagnose("flow/unreachable", nameOf(node, i), { id })];
  });
};

/** The steps that no visitor comes to, without those that another one of them leads to, each at one of its addresses. */
export function lostSteps({ funnel, graph, asides }: FunnelNode): number[] {
  const { steps } = funnel;
  const lost = steps.flatMap(({ id }, i) => {
    const isHidden = steps.findLastIndex((step) => step.id === id) !== i;
    const isLost = !graph.reachable.has(i) && !asides.has(i);
    return isLost && !isHidden ? [i] : [];
  });
  const behind = new Map(
    lost.map((i) => [i, reachedFrom(graph.successors, [i])]),
  );
  const leads = (from: number, to: number) =>
    behind.get(from)?.has(to) === true;
  return lost.filter(
    (i) =>
      !lost.some((other) => leads(other, i) && (other < i || !leads(i, other))),
  );
}
