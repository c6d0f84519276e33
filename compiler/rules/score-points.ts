import { diagnose } from "../catalogue.ts";
import type { FunnelRule } from "./registry.ts";

/** A question that goes into a score has choices with points. */
export const scorePoints: FunnelRule = ({ funnel, origins, source }) =>
  funnel.steps.flatMap((step, i) =>
    funnel.scores.flatMap((score) => {
      const points = score.items[step.id];
      if (points === undefined || points === "value") return [];
      if (Object.values(points).some((added) => added !== 0)) return [];
      const at = source.span([...(origins[i] ?? []), "score"], "value");
      return [diagnose("score/no-points", at, { score: score.id })];
    }),
  );
