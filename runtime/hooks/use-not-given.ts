import { type NotGiven, notGivenAtom } from "../state/offer-terms.ts";
import { useAtomValue } from "./use-atom-value.ts";

/** The code that the server was asked for last and has not given, and why; null where it has given it. */
export function useNotGiven(): NotGiven | null {
  return useAtomValue(notGivenAtom);
}
