import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { makePromoAtom, promoAtom } from "../state/journey.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The funnel's promo code. With a prefix it is made once and kept; null until hydrated, and when none was made. */
export function usePromo(prefix?: string): string | null {
  const hydrated = useHydrated();
  const make = useSetAtom(makePromoAtom);
  useEffect(() => {
    if (hydrated && prefix !== undefined) make(prefix);
  }, [hydrated, prefix, make]);
  return useAtomValue(promoAtom);
}
