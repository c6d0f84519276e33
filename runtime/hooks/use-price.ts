import { useAtomValue, useSetAtom } from "jotai";
import { useCallback, useEffect } from "react";
import { currencyFor } from "../core/currency.ts";
import { type Price, priceOf } from "../core/money.ts";
import { own } from "../core/read.ts";
import { geoAtom, lookUpGeoAtom } from "../state/geo.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useBrand, useFunnel, useStep } from "./use-page.ts";

export type { Price } from "../core/money.ts";

/**
 * Prices in the visitor's currency; until that is known in the default one. A page that uses this is a page
 * with prices, so the place is looked up on entering it where the brand says `geo: offers`; one with a currency
 * of its own need not know the place.
 */
export function usePrice(): (productCode: string) => Price {
  const brand = useBrand();
  const { products } = useFunnel();
  const { props } = useStep();
  const fixed = brand.currencies.find(
    ({ code }) => "currency" in props && code === props.currency,
  );
  const geo = useAtomValue(geoAtom);
  const lookUp = useSetAtom(lookUpGeoAtom);
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated && brand.geo === "offers" && fixed === undefined)
      void lookUp();
  }, [hydrated, brand, fixed, lookUp]);
  return useCallback(
    (code: string) => {
      const product = own(products, code);
      if (product === undefined)
        throw new Error(`no product is called ${code}`);
      return priceOf(product, fixed ?? currencyFor(brand.currencies, geo));
    },
    [products, brand, fixed, geo],
  );
}
