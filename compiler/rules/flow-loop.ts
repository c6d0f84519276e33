import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { isOnLoop } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { type Circle, circlesIn, returnsOf } from "../prove/circles.ts";
import { witnessOf } from "../prove/witness.ts";
import { deadEndsOf } from "./dead-end.ts";
import { returnsIn } from "./offer-returns.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/**
 * A reachable step that leads on, but never to an end, is part of a loop without exit or leads into one; of another loop
 * the answers that some have given can close every exit.
 */
export const flowLoop: FunnelRule = (node) => [
  ...withoutExit(node),
  ...circlesOf(node).map(({ found, steps }) => {
    const ids = idsOf(steps, node);
    const way = witnessOf(found, node, steps);
    const at = nameOf(node, found.state.step);
    return diagnose("flow/endless", at, { ids, way });
  }),
];

function withoutExit(node: FunnelNode): Diagnostic[] {
  const { reachable, finishing } = node.graph;
  const caught = [...reachable]
    .filter((i) => !finishing.has(i))
    .sort((a, b) => a - b);
  // Of an offer that is made again, the way back to it is told.
  const told = new Set(returnsIn(node).flatMap(({ loop }) => [...loop]));
  const loop = caught.filter((i) => isOnLoop(i, node.graph) && !told.has(i));
  const [first] = loop;
  if (first === undefined) return [];
  const ids = idsOf(loop, node);
  return [diagnose("flow/endless", nameOf(node, first), { ids, way: null })];
}

function idsOf(steps: readonly number[], { funnel }: FunnelNode): string[] {
  return steps.map((i) => funnel.steps[i]?.id ?? "");
}

const known = new WeakMap<FunnelNode, readonly Circle[]>();

/** The loops with an exit that some visitors cannot leave. */
export function circlesOf(node: FunnelNode): readonly Circle[] {
  const before = known.get(node);
  if (before !== undefined) return before;
  const returns = returnsOf(node);
  const circles =
    returns.length === 0 ? [] : circlesIn(node, returns, exitsOf(node));
  known.set(node, circles);
  return circles;
}

/** Ends, and where something else is told: a dead end, a loop without exit, an offer that is made again. */
function exitsOf(node: FunnelNode): ReadonlySet<number> {
  const { funnel, graph, traits } = node;
  const exits = funnel.steps.flatMap(({ page, edges }, i) => {
    const isForward = traits.pages[page]?.flow === "forward";
    return isForward && edges.length > 0 && graph.finishing.has(i) ? [] : [i];
  });
  return new Set([...exits, ...deadEndsOf(node).map(({ step }) => step)]);
}
