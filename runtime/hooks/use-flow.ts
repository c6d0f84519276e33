/** What pages see of all this. */
import { useAtomValue, useStore } from "jotai";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { EdgeKind } from "../../generated/contract.ts";
import type { EdgeOf, PageId } from "../../generated/names.ts";

import { nameOf } from "../core/discretion.ts";
import { nextStep, previousStep } from "../core/flow.ts";
import { logError } from "../core/log.ts";
import { isRecord } from "../core/read.ts";
import { answersAtom } from "../state/journey.ts";
import { usePage } from "./use-page.ts";
import { useStepNavigation } from "./use-step-navigation.ts";

export interface FlowHandle<E extends EdgeKind> {
  /**
   * Leaves the step by the first edge of this kind whose condition holds on the answers as they are now.
   * The query is kept. Accepting and declining replace the history entry: Back leads before the offer.
   */
  go(on: E): void;
  /** To the step before this one on the visitor's way. */
  back(): void;
  readonly canGoBack: boolean;
  /** Share of the quiz behind the visitor, 0 to 1; null outside the quiz. */
  readonly progress: number | null;
}

/**
 * The way on from the step on screen. The page that asks is named, and can be left only as its schema says: a part of
 * several pages, as they all can; a part of any page, not at all.
 */
export function useFlow<P extends PageId>(): FlowHandle<EdgeOf<P>> {
  const { funnel, step } = usePage();
  const store = useStore();
  const navigate = useNavigate();
  const goTo = useStepNavigation();
  const { state } = useLocation();
  const previous = previousStep(funnel, step, useAtomValue(answersAtom));

  const go = useCallback(
    (on: EdgeKind) => {
      const next = nextStep(funnel, step, on, store.get(answersAtom));
      if (next === null)
        return logError(`${nameOf(step)} has no ${on} edge that fits`);
      goTo(next, { replace: on === "accept" || on === "decline" });
    },
    [funnel, step, store, goTo],
  );
  const back = useCallback(() => {
    if (previous === null) return;
    // The entry before this one in the history is taken where it is that step, so that it does not grow.
    if (isRecord(state) && state["from"] === previous.id) void navigate(-1);
    else goTo(previous);
  }, [previous, navigate, state, goTo]);

  return { go, back, canGoBack: previous !== null, progress: step.progress };
}
