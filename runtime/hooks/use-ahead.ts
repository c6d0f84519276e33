import { aheadAtom } from "../state/server-clock.ts";
import { useAtomValue } from "./use-atom-value.ts";

/**
 * By how many milliseconds the server's clock is ahead of the device's, which may be wrong. Apart from `use-day.ts`,
 * which comes with the pages behind the questions.
 */
export function useAhead(): number {
  return useAtomValue(aheadAtom);
}
