import { atom, useStore } from "jotai";
import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";

/** The step that came with the document was left: until then its focus is the visitor's. */
const movedOnAtom = atom(false);

/**
 * After a navigation: to the top, or smoothly to the hash; the headline gets the focus. Waits until the step is
 * `shown`: what is still being fetched or guarded cannot have it.
 */
export function useArrival(shown: boolean): void {
  const { hash } = useLocation();
  const store = useStore();
  useLayoutEffect(() => () => store.set(movedOnAtom, true), [store]);
  useLayoutEffect(() => {
    if (!shown) return;
    const target =
      hash === "" ? null : document.getElementById(decodeHash(hash));
    if (target !== null) target.scrollIntoView({ behavior: "smooth" });
    if (!store.get(movedOnAtom)) return;
    if (target === null) window.scrollTo(0, 0);
    document
      .querySelector<HTMLElement>("main h1")
      ?.focus({ preventScroll: true });
  }, [hash, shown, store]);
}

/** A hash with a bad percent sign names nothing. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
