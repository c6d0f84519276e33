import { atom } from "jotai";
import { useCallback, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { previousStep } from "../core/flow.ts";
import { isRecord } from "../core/read.ts";
import { answersAtom } from "../state/journey.ts";
import { arrivalsAtom } from "../state/visit.ts";
import { useAtomValue } from "./use-atom-value.ts";
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
  const location = useLocation();
  const arrivals = useAtomValue(arrivalsAtom);
  const here = useMemo(() => ({ location, arrivals }), [location, arrivals]);
  const left = useRef<typeof here | null>(null);
  const previous = useAtomValue(
    useMemo(
      () => atom((get) => previousStep(funnel, step, get(answersAtom))),
      [funnel, step],
    ),
  );
  const back = useCallback(() => {
    // The history goes back a moment later: a second tap until then was meant for this step, too.
    if (previous === null || left.current === here) return;
    const { state } = here.location;
    // The entry before this one in the history is taken where it is that step, so that it does not grow.
    if (isRecord(state) && state["from"] === previous.id) {
      left.current = here;
      void navigate(-1);
    } else goTo(previous);
  }, [previous, navigate, here, goTo]);
  return { back, canGoBack: previous !== null };
}
