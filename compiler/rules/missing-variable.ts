import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelRule } from "./rule.ts";

/** A variable without a fallback must have been given on every way to the step that shows it. */
export const missingVariable: FunnelRule = ({
  funnel,
  graph,
  uses,
  source,
}) => {
  const index = new Map(funnel.steps.map((step, i) => [step.id, i]));
  return uses.flatMap((use) => {
    const i = index.get(use.step);
    if (!use.required || i === undefined || !graph.reachable.has(i)) return [];
    const step = funnel.steps[i];
    const provided = step?.needs.some(
      (need) => need.kind === use.kind && need.id === use.id,
    );
    if (provided === true) return [];
    const at = narrow(source, use.path, use.written);
    return [diagnose("variable/may-be-missing", at, { name: use.id })];
  });
};
