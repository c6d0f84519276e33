import { atom, useStore } from "jotai";
import { useEffect } from "react";
import type { PageWith } from "../../generated/names.ts";
import { useFlow } from "../hooks/use-flow.ts";

/** Set when a tap came before React and its next step was not in the document: the step is left on hydration. */
export const heldTapAtom = atom(false);

export function useHeldTap(): void {
  const store = useStore();
  const { go } = useFlow<PageWith<"next">>();
  useEffect(() => {
    if (!store.get(heldTapAtom)) return;
    store.set(heldTapAtom, false);
    go("next");
  }, [store, go]);
}
