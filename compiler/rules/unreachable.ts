import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** A step that no visitor comes to. Of two with one name, the first is hidden by the other: that is told elsewhere. */
export const unreachable: FunnelRule = (node) => {
  const { steps } = node.funnel;
  return steps.flatMap(({ id }, i) =>
    node.graph.reachable.has(i) ||
    steps.findLastIndex((step) => step.id === id) !== i
      ? []
      : [diagnose("flow/unreachable", nameOf(node, i), { id })],
  );
};
