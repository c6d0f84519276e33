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
    if (!shown) return undefined;
    const target =
      hash === "" ? null : document.getElementById(decodeHash(hash));
    if (target !== null) target.scrollIntoView({ behavior: "smooth" });
    if (!store.get(movedOnAtom)) return followScroll();
    if (target === null && isScrolled) window.scrollTo(0, 0);
    const { activeElement } = document;
    return afterPaint(() => focusHeadline(activeElement));
  }, [hash, shown, store]);
}

let isScrolled = false;

/** From now on it is known without asking: that would have a new step laid out before it is complete. */
function followScroll(): void {
  const look = () => {
    isScrolled = window.scrollY > 0;
  };
  look();
  document.addEventListener("scroll", look, { passive: true });
}

/** Whoever was quicker than this, and has moved the focus on, keeps it. */
function focusHeadline(before: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== before && activeElement !== body) return;
  document
    .querySelector<HTMLElement>("main h1")
    ?.focus({ preventScroll: true });
}

/** Runs a task when the next frame is on the screen. Yields what calls it off. */
function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A hash with a bad percent sign names nothing. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
