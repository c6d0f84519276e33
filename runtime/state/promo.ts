import { atom } from "jotai";
import { own } from "../core/read.ts";
import { journeyStored } from "./journey.ts";
import { visitAtom } from "./visit.ts";

/** The visitor's promo code, if the funnel has it; null while the server has not given one. */
export const promoAtom = atom((get) => {
  const visit = get(visitAtom);
  const { promo } = get(journeyStored.state);
  if (visit === null || promo === null || promo.code === "") return null;
  return own(visit.funnel.codes, promo.id) === undefined ? null : promo;
});
