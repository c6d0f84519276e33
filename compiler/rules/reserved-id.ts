import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** A step called like something that every object has would be taken for it. */
export const reservedId: FunnelRule = (node) =>
  node.funnel.steps.flatMap(({ id }, i) =>
    id in Object.prototype
      ? [diagnose("step/reserved-id", nameOf(node, i), { id })]
      : [],
  );
