import { atom, useStore } from "jotai";
import { useLayoutEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { focusHeadline } from "../ui/focus-headline.ts";

/** The step that came with the document was left: until then its focus is the visitor's. */
const movedOnAtom = atom(false);

/** A choice of a question, which says its question to whoever listens. */
const PICKED = "main fieldset[data-question] input:checked";

/**
 * After a navigation: to the top, or smoothly to the hash; the headline gets the focus, after Back the choice that was
 * picked. Waits until the step is `shown`: what is still being fetched or guarded cannot have it. Whoever goes back to
 * the step from what stood over it, a sheet with an entry of its own, has not arrived.
 */
export function useArrival(shown: boolean): void {
  const { hash } = useLocation();
  const type: string = useNavigationType();
  const [isBack] = useState(type === "POP");
  const store = useStore();
  useLayoutEffect(() => () => store.set(movedOnAtom, true), [store]);
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const target =
      hash === "" ? null : document.getElementById(decodeHash(hash));
    if (target !== null) target.scrollIntoView({ behavior: behavior() });
    if (!store.get(movedOnAtom)) return followScroll();
    if (target === null && isScrolled) window.scrollTo(0, 0);
    return focusHeadline(isBack ? PICKED : null);
  }, [hash, isBack, shown, store]);
}

let isScrolled = false;

/** From now on it is known without asking: that would have a new step laid out before it is complete. */
function followScroll(): void {
  look();
  // The same listener once more is none.
  document.addEventListener("scroll", look, { passive: true });
  // A tap may come in the same frame, before anybody was told of the scroll.
  document.addEventListener("pointerdown", look, { passive: true });
}

function look(): void {
  isScrolled = window.scrollY > 0;
}

function behavior(): ScrollBehavior {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isStill ? "auto" : "smooth";
}

/** A hash with a bad percent sign names nothing. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
