import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";

/** A question that goes into a score has choices with points, and a score that is shown has questions. */
export const scorePoints: FunnelRule = ({ funnel, origins, source, used }) =>
  funnel.scores.flatMap((score): Diagnostic[] => {
    const { id, items } = score;
    if (Object.keys(items).length === 0 && used.has(`scores.${id}`)) {
      const at = source.span(["scores", id], "key");
      return [diagnose("score/no-points", at, { score: id, of: "score" })];
    }
    return funnel.steps.flatMap((step, i) => {
      const points = Object.hasOwn(items, step.id) ? items[step.id] : undefined;
      if (points === undefined || points === "value") return [];
      if (Object.values(points).some((added) => added !== 0)) return [];
      const at = source.span([...(origins[i] ?? []), "score"], "value");
      return [diagnose("score/no-points", at, { score: id, of: "question" })];
    });
  });
