import { type RefObject, useLayoutEffect } from "react";

/** The end of the page and what sticks to the foot of the screen stay above the box, so that it covers nothing. */
export function useReservedHeight(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const fit = () =>
      style.setProperty("--notice", `${current.offsetHeight}px`);
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    fit();
    return () => {
      observer.disconnect();
      style.removeProperty("--notice");
    };
  }, [box]);
}
