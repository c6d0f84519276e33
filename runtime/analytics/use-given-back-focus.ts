import { type RefObject, useLayoutEffect } from "react";

/** When the box goes with the focus in it, that goes back to where it was before the box came, else to the headline. */
export function useGivenBackFocus(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = box.current;
    const before = document.activeElement;
    return () => {
      if (own?.contains(document.activeElement) !== true) return;
      const isThere = before !== document.body && before?.isConnected === true;
      const next = isThere ? before : document.querySelector("main h1");
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, [box]);
}
