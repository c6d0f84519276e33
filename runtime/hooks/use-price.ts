import { useCallback } from "react";
import { type Price, shownPrice } from "../core/price.ts";
import { promoAtom } from "../state/promo.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useCurrency } from "./use-currency.ts";
import { useFunnel } from "./use-page.ts";

export type { Price } from "../core/price.ts";

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
