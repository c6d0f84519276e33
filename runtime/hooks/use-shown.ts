import { useCallback } from "react";
import type { Section } from "../../generated/names.ts";
import { useCondition } from "./use-condition.ts";
import { useGiven } from "./use-given.ts";

/** Whether a section is shown: its condition holds, and the visitor has given what it is made of. */
export function useShown(): (section: Section) => boolean {
  const holds = useCondition();
  const { has } = useGiven();
  return useCallback(
    ({ when, madeOf }: Section) => has(madeOf) && holds(when),
    [has, holds],
  );
}
