import { dayFromNow } from "../core/day.ts";
import { aheadAtom } from "../state/server-clock.ts";
import { useAtomValue } from "./use-atom-value.ts";

/** A day counted from today, which is the server's: it charges by its own clock, and a device's may be wrong. */
export function useDay(days: number): Date {
  return dayFromNow(days, useAtomValue(aheadAtom));
}
