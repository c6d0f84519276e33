/** The folder `hooks` holds the hooks by which pages read what is known, store answers and go on. */
import { useStore } from "jotai";
import { useCallback } from "react";
import type { EdgeKind } from "../../generated/contract.ts";
import type { EdgeOf, PageId } from "../../generated/names.ts";

import { answerOf } from "../core/answers.ts";
import { nameOf } from "../core/discretion.ts";
import { nextStep } from "../core/flow.ts";
import { logError } from "../core/log.ts";
import { answersAtom, givenAnswersAtom } from "../state/journey.ts";
import { usePage } from "./use-page.ts";
import { useStepNavigation } from "./use-step-navigation.ts";

export interface FlowHandle<E extends EdgeKind> {
  /**
   * Leaves the step by the first edge of this kind whose condition holds on the answers as they are now.
   * The query is kept. Accepting and declining replace the history entry: Back leads before the offer.
   */
  go(on: E): void;
}

/**
 * The way on from the step on screen. The page that asks is named, and can be left only as its schema says: a part of
 * several pages, as they all can; a part of any page, not at all. An answer does not render its caller anew.
 */
export function useFlow<P extends PageId>(): FlowHandle<EdgeOf<P>> {
  const { funnel, step } = usePage();
  const store = useStore();
  const goTo = useStepNavigation();
  const go = useCallback(
    (on: EdgeKind) => {
      // Whoever came to a step that their way passes by is led on by what they answer there.
      const here = answerOf(store.get(givenAnswersAtom), step.id) ?? "";
      const answers = { ...store.get(answersAtom), [step.id]: here };
      const next = nextStep(funnel, step, on, answers);
      if (next === null)
        return logError(`${nameOf(step)} has no ${on} edge that fits`);
      goTo(next, { replace: on === "accept" || on === "decline" });
    },
    [funnel, step, store, goTo],
  );
  return { go };
}
