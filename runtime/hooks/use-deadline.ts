import { useSetAtom } from "jotai";
import { useEffect } from "react";
import { OFFER_TERMS_EXTENDED_MAX } from "../../generated/call.ts";
import { askForTimeAtom } from "../state/offer-terms.ts";
import {
  secondsLeftAtom,
  startTimerAtom,
  timerRunsAtom,
} from "../state/countdown.ts";
import { extendedAtom, tickAtom, timerEndedAtom } from "../state/timer.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useTerms } from "./use-terms.ts";

/** Often enough that no second is skipped; milliseconds. */
const TICK_MS = 250;

export interface Deadline {
  /** Null until hydrated. */
  readonly secondsLeft: number | null;
  readonly ended: boolean;
  /** Adds its length to it once more; yields whether that was done. Null where it was done as often as it can be. */
  readonly extend: (() => Promise<boolean>) | null;
}

/**
 * The funnel's countdown; the first page that shows it starts it, afterwards it is the same everywhere. It runs at once;
 * what the server says shortens it, or extends it.
 */
export function useDeadline(minutes: number): Deadline {
  const hydrated = useHydrated();
  const start = useSetAtom(startTimerAtom);
  useEffect(() => {
    if (hydrated) start(minutes);
  }, [hydrated, minutes, start]);
  useTerms(true);
  const extend = useSetAtom(askForTimeAtom);
  const canExtend = useAtomValue(extendedAtom) < OFFER_TERMS_EXTENDED_MAX;
  return {
    ended: useTimerEnded(),
    secondsLeft: useAtomValue(secondsLeftAtom),
    extend: canExtend ? extend : null,
  };
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
