import { isDeepStrictEqual } from "node:util";
import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";

/** The sides of an experiment differ in something. */
export const sameSides: FunnelRule = ({ funnel, origins, source }) =>
  funnel.steps.flatMap(({ variant, props }, i) => {
    if (variant === null || !isDeepStrictEqual(variant.props, props)) return [];
    const path = [...(origins[i] ?? []), "experiment", "b"];
    const at = source.span(path, "key");
    return [
      diagnose("experiment/same-sides", at, { name: variant.experiment }),
    ];
  });
