import { atom, useStore } from "jotai";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useFlow } from "../hooks/use-flow.ts";

/** Set when a tap came before React and its next step was not in the document: the step is left on hydration. */
export const heldTapAtom = atom(false);

export function useHeldTap(): void {
  const store = useStore();
  const { go } = useFlow();
  useEffect(() => {
    if (!store.get(heldTapAtom)) return;
    store.set(heldTapAtom, false);
    // The address and the step change in one task, which they cannot from within an effect.
    queueMicrotask(() => flushSync(() => go("next")));
  }, [store, go]);
}
