import { useAtomValue, useSetAtom } from "jotai";
import { useCallback, useEffect } from "react";
import type { CurrencyRule } from "../../generated/contract.ts";
import { currencyFor, ownCurrency } from "../core/currency.ts";
import { type Price, shownPrice } from "../core/money.ts";
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
      const lowering = without === "without-code" ? null : promo;
      return shownPrice({ products, codes }, code, rule, lowering?.id ?? null);
    },
    [products, codes, promo, rule],
  );
}

/** The price of a product for this visitor; `without-code`: as the list has it. */
export type PriceOf = (code: string, without?: "without-code") => Price;

/** What the visitor pays in. */
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
