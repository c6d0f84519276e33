import { useAtomValue, useStore } from "jotai";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { EdgeKind } from "../../generated/contract.ts";
import { nextStep, previousStep, stepPath } from "../core/flow.ts";
import { logError } from "../core/log.ts";
import { CHECKOUT_PARAMETER, without } from "../core/query.ts";
import { isRecord } from "../core/read.ts";
import { answersAtom } from "../state/journey.ts";
import { usePage } from "./use-page.ts";

export interface FlowHandle {
  /**
   * Leaves the step by the first edge of this kind whose condition holds on the answers as they are now.
   * The query is kept. Accepting and declining replace the history entry: Back leads before the offer.
   */
  go(on: EdgeKind): void;
  /** To the step before this one on the visitor's way. */
  back(): void;
  readonly canGoBack: boolean;
  /** Share of the quiz behind the visitor, 0 to 1; null outside the quiz. */
  readonly progress: number | null;
}

/** The way on from the step on screen. */
export function useFlow(): FlowHandle {
  const { funnel, mount, step } = usePage();
  const store = useStore();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const previous = previousStep(funnel, step, useAtomValue(answersAtom));
  const query = without(search, [CHECKOUT_PARAMETER]);

  const go = useCallback(
    (on: EdgeKind) => {
      const next = nextStep(funnel, step, on, store.get(answersAtom));
      if (next === null)
        return logError(`${step.id} has no ${on} edge that fits`);
      const replace = on === "accept" || on === "decline";
      void navigate(
        { pathname: stepPath(mount, next), search: query },
        { replace, state: { from: step.id } },
      );
    },
    [funnel, mount, step, store, navigate, query],
  );
  const back = useCallback(() => {
    if (previous === null) return;
    // The entry before this one in the history is taken where it is that step, so that it does not grow.
    if (isRecord(state) && state["from"] === previous.id) void navigate(-1);
    else void navigate({ pathname: stepPath(mount, previous), search: query });
  }, [previous, mount, navigate, state, query]);

  return { go, back, canGoBack: previous !== null, progress: step.progress };
}
