import { hydratedAtom } from "../state/visit.ts";
import { useAtomValue } from "./use-atom-value.ts";

/** False while the page is the prerendered one, true once the visitor's state was restored. */
export function useHydrated(): boolean {
  return useAtomValue(hydratedAtom);
}
