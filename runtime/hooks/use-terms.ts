import { useSetAtom } from "jotai";
import { useCallback, useEffect } from "react";
import { askTermsAtom } from "../state/offer-terms.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useReturn } from "./use-return.ts";

/** Keeps the terms of the offer as the server has them: asked for when the page is shown, and on every return to it. */
export function useTerms(isWanted: boolean): void {
  const isAsking = useHydrated() && isWanted;
  const askTerms = useSetAtom(askTermsAtom);
  const ask = useCallback(() => void askTerms(), [askTerms]);
  useEffect(() => {
    if (isAsking) ask();
  }, [isAsking, ask]);
  useReturn(isAsking, ask);
}
