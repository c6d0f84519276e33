import { atom } from "jotai";
import type { UntoldPurchase } from "../core/checkout-store.ts";
import { isRecord, readText, readTexts } from "../core/read.ts";
import { checkoutStored } from "../state/checkout-store.ts";

/**
 * Keeps each purchase for those vendors alone that `run` when it is first seen, and for these as long as they `may` be
 * told: whoever is allowed later hears nothing of it.
 */
export const keepUntoldAtom = atom(
  null,
  (
    get,
    set,
    run: readonly string[],
    may: (id: string) => boolean,
  ): readonly UntoldPurchase[] => {
    const { state } = checkoutStored;
    if (get(state).untold.length > 0)
      set(state, (checkout) => ({
        ...checkout,
        untold: checkout.untold
          .map(readUntold)
          .map(({ properties, vendors }) => ({
            properties,
            vendors: (vendors ?? run).filter(may),
          }))
          .filter(isUntold),
      }));
    return get(state).untold.map(readUntold);
  },
);

/** Yields whether a vendor is still to be told of a purchase, here and in all other tabs; from now on it is not. */
export const takeUntoldAtom = atom(
  null,
  (_get, set, event: string | undefined, id: string): boolean => {
    let isTaken = false;
    set(checkoutStored.state, (checkout) => ({
      ...checkout,
      untold: checkout.untold
        .map(readUntold)
        .map((purchase) => {
          const { properties, vendors } = purchase;
          if (properties["event_id"] !== event || !vendors?.includes(id))
            return purchase;
          isTaken = true;
          return { properties, vendors: vendors.filter((one) => one !== id) };
        })
        .filter(isUntold),
    }));
    return isTaken;
  },
);

function readUntold(value: unknown): UntoldPurchase {
  const { properties, vendors } = isRecord(value) ? value : {};
  return {
    properties: readTexts(properties),
    vendors: Array.isArray(vendors)
      ? vendors.flatMap((id) => readText(id) ?? [])
      : null,
  };
}

function isUntold({ properties, vendors }: UntoldPurchase): boolean {
  return vendors?.length !== 0 && properties["event_id"] !== undefined;
}

/** Keeps no purchase any longer: nobody may be told. */
export const forgetUntoldAtom = atom(null, (get, set) => {
  const { state } = checkoutStored;
  if (get(state).untold.length > 0)
    set(state, (checkout) => ({ ...checkout, untold: [] }));
});
