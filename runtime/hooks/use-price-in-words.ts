import { useCallback } from "react";
import { currencyFor, ownCurrency } from "../core/currency.ts";
import { priceInWords } from "../core/price-words.ts";
import { geoAtom } from "../state/geo.ts";
import { promoAtom } from "../state/promo.ts";
import { timerEndedAtom } from "../state/timer.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useBrand, useFunnel, useStep } from "./use-page.ts";

/** What products cost the visitor, for texts: as far as their place is known, which this does not look up. */
export function usePriceInWords(): (product: string) => string | null {
  const { currencies } = useBrand();
  const funnel = useFunnel();
  const step = useStep();
  const geo = useAtomValue(geoAtom);
  const promo = useAtomValue(promoAtom);
  const ended = useAtomValue(timerEndedAtom);
  return useCallback(
    (product: string) => {
      const rule =
        ownCurrency(currencies, step) ?? currencyFor(currencies, geo);
      return priceInWords(funnel, product, {
        rule,
        promo: promo?.id ?? null,
        ended,
      });
    },
    [currencies, step, funnel, geo, promo, ended],
  );
}
