import { useSetAtom } from "jotai";
import { useEffect } from "react";
import type { Promo } from "../core/promo.ts";
import { wantPromoAtom } from "../state/offer-terms.ts";
import { promoAtom } from "../state/promo.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useFunnel } from "./use-page.ts";
import { useTerms } from "./use-terms.ts";

/**
 * The visitor's promo code, as the server gave it; null until hydrated, and for whoever has none. A page that says
 * which of the funnel's codes it hands out has the server asked for it.
 */
export function usePromo(id?: string): Promo | null {
  const hydrated = useHydrated();
  const want = useSetAtom(wantPromoAtom);
  const { codes } = useFunnel();
  useEffect(() => {
    if (hydrated && id !== undefined) want(id);
  }, [hydrated, id, want]);
  useTerms(Object.keys(codes).length > 0);
  return useAtomValue(promoAtom);
}
