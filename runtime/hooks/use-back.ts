import { atom, useAtomValue } from "jotai";
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { previousStep } from "../core/flow.ts";
import { isRecord } from "../core/read.ts";
import { answersAtom } from "../state/journey.ts";
import { usePage } from "./use-page.ts";
import { useStepNavigation } from "./use-step-navigation.ts";

export interface BackHandle {
  /** To the step before this one on the visitor's way. */
  back(): void;
  readonly canGoBack: boolean;
}

/** The way back from the step on screen. Renders anew when that leads elsewhere, not with every answer. */
export function useBack(): BackHandle {
  const { funnel, step } = usePage();
  const navigate = useNavigate();
  const goTo = useStepNavigation();
  const { state } = useLocation();
  const previous = useAtomValue(
    useMemo(
      () => atom((get) => previousStep(funnel, step, get(answersAtom))),
      [funnel, step],
    ),
  );
  const back = useCallback(() => {
    if (previous === null) return;
    // The entry before this one in the history is taken where it is that step, so that it does not grow.
    if (isRecord(state) && state["from"] === previous.id) void navigate(-1);
    else goTo(previous);
  }, [previous, navigate, state, goTo]);
  return { back, canGoBack: previous !== null };
}
