import { type RefObject, useEffectEvent, useLayoutEffect } from "react";
import { useHydrated } from "../hooks/use-hydrated.ts";

/**
 * Hands over what the visitor did with native controls before React arrived. React keeps their state while it
 * hydrates, but the next render would set them back to what the page's own state says.
 */
export function useDoneBefore<E extends HTMLElement>(
  root: RefObject<E | null>,
  take: (root: E) => void,
) {
  const hydrated = useHydrated();
  const onMount = useEffectEvent(() => {
    if (!hydrated && root.current !== null) take(root.current);
  });
  useLayoutEffect(() => onMount(), []);
}
