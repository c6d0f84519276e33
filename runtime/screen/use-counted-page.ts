import { useSetAtom } from "jotai";
import { useEffect, useLayoutEffect } from "react";
import { href } from "../../generated/address.ts";
import { usePage } from "../hooks/use-page.ts";
import { countStepAtom, tellPagesAtom } from "../state/count-pages.ts";

/** Counts the step once it is `shown`, and tells the server of what is counted when the page is hidden or left. */
export function useCountedPage(shown: boolean): void {
  const { mount, step } = usePage();
  const count = useSetAtom(countStepAtom);
  const tell = useSetAtom(tellPagesAtom);
  // With the step itself: whoever leaves in between is to be counted.
  useLayoutEffect(() => {
    const onChange = () => {
      if (document.hidden) tell();
    };
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, [tell]);
  useEffect(() => {
    if (!shown) return;
    const address = href(mount, step.path);
    count({ step, address });
  }, [shown, mount, step, count]);
}
