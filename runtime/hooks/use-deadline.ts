import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import {
  secondsLeftAtom,
  startTimerAtom,
  tickAtom,
  timerEndedAtom,
  timerRunsAtom,
} from "../state/timer.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useTerms } from "./use-terms.ts";

/** Often enough that no second is skipped; milliseconds. */
const TICK_MS = 250;

export interface Deadline {
  /** Null until hydrated. */
  readonly secondsLeft: number | null;
  readonly ended: boolean;
}

/**
 * The funnel's countdown; the first page that shows it starts it, afterwards it is the same everywhere. It runs at once;
 * what the server says shortens it.
 */
export function useDeadline(minutes: number): Deadline {
  const hydrated = useHydrated();
  const start = useSetAtom(startTimerAtom);
  useEffect(() => {
    if (hydrated) start(minutes);
  }, [hydrated, minutes, start]);
  useTerms(true);
  return { ended: useTimerEnded(), secondsLeft: useAtomValue(secondsLeftAtom) };
}

/** Whether the countdown has run out, for what changes when it does. Starts none. */
export function useTimerEnded(): boolean {
  const runs = useAtomValue(timerRunsAtom);
  const tick = useSetAtom(tickAtom);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [runs, tick]);
  return useAtomValue(timerEndedAtom);
}
