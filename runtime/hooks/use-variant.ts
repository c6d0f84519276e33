import { useSetAtom } from "jotai";
import { useEffect } from "react";
import type { ExperimentName } from "../../generated/names.ts";
import { type Variant, variantOf } from "../core/experiments.ts";
import { experimentsStored, exposeAtom } from "../state/experiments.ts";
import { useAtomValue } from "./use-atom-value.ts";

/**
 * The side of an experiment: "A" before hydration and where there is none. Records the exposure once it is `shown`,
 * which a page that a guard still holds back is not.
 */
export function useVariant(
  experiment: ExperimentName | null,
  shown = true,
): Variant {
  const experiments = useAtomValue(experimentsStored.state);
  const expose = useSetAtom(exposeAtom);
  const variant =
    experiment === null ? null : variantOf(experiments, experiment);
  useEffect(() => {
    if (shown && experiment !== null && variant !== null)
      expose(experiment, variant);
  }, [shown, experiment, variant, expose]);
  return variant ?? "A";
}
