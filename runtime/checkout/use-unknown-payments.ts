import { atom, useSetAtom } from "jotai";
import { useCallback, useEffect } from "react";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { arrivalsAtom } from "../state/visit.ts";
import { isWaiting } from "./machine.ts";
import {
  checkAtom,
  paymentAt,
  paymentsAtom,
  settleAtom,
  unknownOffersAtom,
} from "./run.ts";
import { loadPurchasesAtom } from "./use-purchases.ts";

export interface UnknownPayments {
  /** Nobody knows yet what became of a payment that was begun, now or before the page was loaded. */
  readonly isUnknown: boolean;
  /** The server is being asked. */
  readonly isAsking: boolean;
  /** Asks once more, and pays nothing. */
  check(): void;
}

const isAskingAtom = atom((get) => {
  const payments = get(paymentsAtom);
  return get(unknownOffersAtom).some((offer) =>
    isWaiting(paymentAt(payments, offer).state),
  );
});

/**
 * Asks about all of them, and for the purchases where one turns out to be paid. About what this page knows to be unknown
 * it asks when the visitor wants to know.
 */
const askAtom = atom(null, async (get, set, isSought: boolean) => {
  const offers = get(unknownOffersAtom);
  await Promise.all(
    offers.map((offer) =>
      Promise.all([
        set(settleAtom, offer, null),
        isSought ? set(checkAtom, offer) : null,
      ]),
    ),
  );
  const payments = get(paymentsAtom);
  if (offers.some((offer) => paymentAt(payments, offer).state.kind === "paid"))
    await set(loadPurchasesAtom);
});

/** Payments of unknown outcome; those from before the page was loaded are asked about when it comes to the screen. */
export function useUnknownPayments(): UnknownPayments {
  const isUnknown = useAtomValue(unknownOffersAtom).length > 0;
  const isAsking = useAtomValue(isAskingAtom);
  const arrivals = useAtomValue(arrivalsAtom);
  const ask = useSetAtom(askAtom);
  useEffect(() => {
    if (arrivals > 0) void ask(false);
  }, [arrivals, ask]);
  const check = useCallback(() => void ask(true), [ask]);
  return { isUnknown, isAsking, check };
}
