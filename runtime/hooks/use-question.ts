import { useMemo, useRef } from "react";
import { RUN_MS } from "../core/run-of-taps.ts";

/** A question that a submission brings up, and that the next one answers. */
export interface Question {
  /** It comes up. */
  ask(): void;
  /** Whether what is tapped now answers it: nobody has read it while the run of taps goes on that brought it up. */
  isAnswered(): boolean;
}

export function useQuestion(): Question {
  const tappedAt = useRef(Number.NEGATIVE_INFINITY);
  return useMemo(() => {
    const tap = () => {
      tappedAt.current = performance.now();
    };
    return {
      ask: tap,
      isAnswered: () => {
        const isRun = performance.now() - tappedAt.current < RUN_MS;
        if (isRun) tap();
        return !isRun;
      },
    };
  }, []);
}
