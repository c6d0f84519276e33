import { useAtomValue, useSetAtom } from "jotai";
import { useCallback, useEffect } from "react";
import type { CurrencyRule } from "../../generated/contract.ts";
import { currencyFor } from "../core/currency.ts";
import { type Price, priceOf } from "../core/money.ts";
import { own } from "../core/read.ts";
import { promoAtom } from "../state/offer-terms.ts";
import { geoAtom, lookUpGeoAtom } from "../state/geo.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useBrand, useFunnel, useStep } from "./use-page.ts";

export type { Price } from "../core/money.ts";

/**
 * Prices in the visitor's currency, lowered by their promo code; until that is known in the default one. A page that
 * uses this is a page with prices, so the place is looked up on entering it where the brand says `geo: offers`; one
 * with a currency of its own need not know the place.
 */
export function usePrice(): PriceOf {
  const { products, codes } = useFunnel();
  const rule = useCurrency();
  const promo = useAtomValue(promoAtom);
  return useCallback(
    (code, without) => {
      const product = own(products, code);
      if (product === undefined)
        throw new Error(`no product is called ${code}`);
      const lowered =
        promo === null || without === "without-code"
          ? undefined
          : own(own(codes, promo.id)?.prices ?? {}, code);
      const sold =
        lowered === undefined ? product : { ...product, prices: lowered };
      return priceOf(sold, rule);
    },
    [products, codes, promo, rule],
  );
}

/** The price of a product for this visitor; `without-code`: as the list has it. */
export type PriceOf = (code: string, without?: "without-code") => Price;

/** What the visitor pays in. */
export function useCurrency(): CurrencyRule {
  const brand = useBrand();
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
  return fixed ?? currencyFor(brand.currencies, geo);
}
