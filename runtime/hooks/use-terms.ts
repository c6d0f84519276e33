import { useSetAtom } from "jotai";
import { useEffect } from "react";
import { askTermsAtom } from "../state/offer-terms.ts";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Keeps the terms of the offer as the server has them: asked for when the page is shown, when the network is back, and
 * when the visitor is, whose device may have slept or changed its clock.
 */
export function useTerms(isWanted: boolean): void {
  const hydrated = useHydrated();
  const ask = useSetAtom(askTermsAtom);
  useEffect(() => {
    if (!hydrated || !isWanted) return;
    const onReturn = () => {
      if (document.visibilityState === "visible") void ask();
    };
    void ask();
    window.addEventListener("online", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      window.removeEventListener("online", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [hydrated, isWanted, ask]);
}
