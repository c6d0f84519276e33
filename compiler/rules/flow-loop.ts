import { diagnose } from "../diagnostics/diagnostic.ts";
import { isOnLoop } from "../link/graph.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** A reachable step that leads on, but never to an end, is part of a loop without exit or leads into one. */
export const flowLoop: FunnelRule = (node) => {
  const { reachable, finishing } = node.graph;
  const caught = [...reachable]
    .filter((i) => !finishing.has(i))
    .sort((a, b) => a - b);
  const loop = caught.filter((i) => isOnLoop(i, node.graph));
  const [first] = loop;
  if (first === undefined) return [];
  const ids = loop.map((i) => node.funnel.steps[i]?.id ?? "");
  return [diagnose("flow/endless", nameOf(node, first), { ids })];
};
