import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, items, number } from "../schema/read.ts";
import { nameOf, writtenStep } from "./step-span.ts";
import type { FunnelRule } from "./rule.ts";

/** Points of a question's own choices go to a score; an option set may be shared with a question that has none. */
export const pointsNowhere: FunnelRule = (node) =>
  [...node.answered].flatMap((i) => {
    const { score, options } = data(writtenStep(node, i));
    const hasPoints = items(options).some(
      (option) => (number(data(option).points) ?? 0) !== 0,
    );
    if (score !== undefined || !hasPoints) return [];
    const { id = "" } = node.funnel.steps[i] ?? {};
    return [diagnose("option/points-nowhere", nameOf(node, i), { id })];
  });
