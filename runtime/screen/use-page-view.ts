import { useSetAtom } from "jotai";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { trackPageAtom } from "../state/events.ts";

/** Notes that a page is seen, once it is `shown` and has its title. */
export function usePageView(shown: boolean): void {
  const { pathname } = useLocation();
  const track = useSetAtom(trackPageAtom);
  useEffect(() => {
    if (shown) track(pathname, document.title);
  }, [shown, pathname, track]);
}
