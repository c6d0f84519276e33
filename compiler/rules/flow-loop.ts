import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** A reachable step that leads on, but never to an end, is part of a loop without exit or leads into one. */
export const flowLoop: FunnelRule = (node) => {
  const { reachable, finishing, successors } = node.graph;
  const caught = [...reachable]
    .filter((i) => !finishing.has(i))
    .sort((a, b) => a - b);
  const loop = caught.filter((i) => returns(i, successors));
  const [first] = loop;
  if (first === undefined) return [];
  const ids = loop.map((i) => node.funnel.steps[i]?.id ?? "");
  return [diagnose("flow/endless", nameOf(node, first), { ids })];
};

function returns(
  start: number,
  successors: readonly (readonly number[])[],
): boolean {
  const seen = new Set(successors[start]);
  for (const at of seen) for (const to of successors[at] ?? []) seen.add(to);
  return seen.has(start);
}
