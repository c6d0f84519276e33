import { diagnose } from "../catalogue.ts";
import type { FunnelRule } from "./registry.ts";
import { nameOf } from "./step-span.ts";

export const unreachable: FunnelRule = (node) =>
  node.funnel.steps.flatMap((step, i) =>
    node.graph.reachable.has(i)
      ? []
      : [diagnose("flow/unreachable", nameOf(node, i), { id: step.id })],
  );
