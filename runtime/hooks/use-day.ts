import { useReducer } from "react";
import { dayFromNow, renewalDay } from "../core/day.ts";
import { aheadAtom } from "../state/server-clock.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useReturn } from "./use-return.ts";

/** A day counted from today, which is the server's: it charges by its own clock, and a device's may be wrong. */
export function useDay(days: number): Date {
  return dayFromNow(days, useAheadNow());
}

/** The day of the first renewal of what is paid today, on the same clock. */
export function useRenewalDay(days: number): Date {
  return renewalDay(days, useAheadNow());
}

/** By how much the server's clock is ahead; renders anew when the visitor is back, whose page may have stood for days. */
function useAheadNow(): number {
  const [, renderAnew] = useReducer((times: number) => times + 1, 0);
  useReturn(true, renderAnew);
  return useAtomValue(aheadAtom);
}
