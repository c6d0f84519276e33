import { useCallback } from "react";
import type { Condition } from "../../generated/contract.ts";
import { holds } from "../core/conditions.ts";
import { answersAtom } from "../state/journey.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useFunnel } from "./use-page.ts";

/** Evaluates conditions on the current answers; null always holds. */
export function useCondition(): (condition: Condition | null) => boolean {
  const funnel = useFunnel();
  const answers = useAtomValue(answersAtom);
  return useCallback(
    (condition: Condition | null) => holds(condition, { funnel, answers }),
    [funnel, answers],
  );
}
