import { useSetAtom } from "jotai";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { trackAtom } from "../state/events.ts";

/** Notes that a page is seen, once it is `shown` and has its title. */
export function usePageView(shown: boolean): void {
  const { pathname } = useLocation();
  const track = useSetAtom(trackAtom);
  useEffect(() => {
    if (shown) track({ kind: "page", path: pathname, title: document.title });
  }, [shown, pathname, track]);
}
