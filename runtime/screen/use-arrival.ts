import { atom, useStore } from "jotai";
import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";

/** How many steps this document has shown: the first one came with the page and keeps its own focus. */
const arrivalsAtom = atom(0);

/**
 * After a navigation: to the top, or smoothly to the hash; the headline gets the focus. Waits until the step is
 * `shown`: what is still being fetched or guarded cannot have it.
 */
export function useArrival(shown: boolean): void {
  const { hash } = useLocation();
  const store = useStore();
  useLayoutEffect(() => {
    if (!shown) return;
    const arrivals = store.get(arrivalsAtom);
    store.set(arrivalsAtom, arrivals + 1);
    const target =
      hash === "" ? null : document.getElementById(decodeHash(hash));
    if (target !== null) target.scrollIntoView({ behavior: "smooth" });
    if (arrivals === 0) return;
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
