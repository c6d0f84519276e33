import { useSetAtom } from "jotai";
import { useEffect } from "react";
import type { CurrencyRule } from "../../generated/contract.ts";
import { currencyFor, ownCurrency } from "../core/currency.ts";
import { geoAtom, lookUpGeoAtom } from "../state/geo.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useBrand, useStep } from "./use-page.ts";

/** What the visitor pays in. A page that asks has prices, so the place is looked up on entering it, see `usePrice`. */
export function useCurrency(): CurrencyRule {
  const brand = useBrand();
  const fixed = ownCurrency(brand.currencies, useStep());
  const geo = useAtomValue(geoAtom);
  const lookUp = useSetAtom(lookUpGeoAtom);
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated && brand.geo === "offers" && fixed === undefined)
      void lookUp();
  }, [hydrated, brand, fixed, lookUp]);
  return fixed ?? currencyFor(brand.currencies, geo);
}
