import { useEffect, useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** Taps that follow each other faster are one run; systems count a double click by as much. */
export const RUN_MS = 500;

/**
 * True from the moment that a step comes up until nobody has tapped for a moment: what is tapped before was meant for
 * the step before. A document that was loaded has none before it.
 */
export function useUnread(): boolean {
  const cameByStep = useHydrated();
  const [unread, setUnread] = useState(cameByStep);
  useEffect(() => {
    if (!unread) return undefined;
    const wait = () => setTimeout(() => setUnread(false), RUN_MS);
    let timer = wait();
    const startAnew = () => {
      clearTimeout(timer);
      timer = wait();
    };
    // A finger that scrolls does not come up: its pointer is cancelled.
    addEventListener("pointerup", startAnew);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerup", startAnew);
    };
  }, [unread]);
  return unread;
}
