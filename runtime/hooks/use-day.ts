import { dayFromNow, renewalDay } from "../core/day.ts";
import { aheadAtom } from "../state/server-clock.ts";
import { useAtomValue } from "./use-atom-value.ts";

/** A day counted from today, which is the server's: it charges by its own clock, and a device's may be wrong. */
export function useDay(days: number): Date {
  return dayFromNow(days, useAtomValue(aheadAtom));
}

/** The day of the first renewal of what is paid today, on the same clock. */
export function useRenewalDay(days: number): Date {
  return renewalDay(days, useAtomValue(aheadAtom));
}
