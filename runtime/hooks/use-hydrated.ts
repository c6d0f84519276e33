import { useAtomValue } from "jotai";
import { hydratedAtom } from "../state/visit.ts";

/** False while the page is the prerendered one, true once the visitor's state was restored. */
export function useHydrated(): boolean {
  return useAtomValue(hydratedAtom);
}
