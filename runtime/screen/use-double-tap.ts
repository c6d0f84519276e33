import { useLayoutEffect } from "react";
import { holdOff } from "./double-tap.ts";

let tappedAt = Number.NEGATIVE_INFINITY;

/** A step that comes up during a double tap does not hear its second tap. */
export function useDoubleTap(): void {
  useLayoutEffect(() => {
    const hear = holdOff(tappedAt);
    // A click that a key makes has no detail.
    const note = ({ detail }: MouseEvent) => {
      if (detail > 0) tappedAt = performance.now();
    };
    document.addEventListener("click", note, true);
    return () => {
      hear();
      document.removeEventListener("click", note, true);
    };
  }, []);
}
