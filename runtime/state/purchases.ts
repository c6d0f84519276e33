import { atom } from "jotai";
import { getPurchases, type Purchase } from "../api/pay.ts";
import { logWarning } from "../core/log.ts";
import { visitAtom } from "./visit.ts";

export type Purchases =
  | { readonly status: "loading" | "failed" }
  | { readonly status: "ready"; readonly items: readonly Purchase[] };

const purchasesStateAtom = atom<Purchases>({ status: "loading" });

export const purchasesAtom = atom((get) => get(purchasesStateAtom));

/** Asks the server what this session has paid for; what was shown before stays until it answers. */
export const loadPurchasesAtom = atom(null, async (get, set): Promise<void> => {
  const visit = get(visitAtom);
  if (visit === null) return;
  if (get(purchasesStateAtom).status === "failed")
    set(purchasesStateAtom, { status: "loading" });
  try {
    set(purchasesStateAtom, {
      status: "ready",
      items: await getPurchases(visit.client),
    });
  } catch (error) {
    logWarning("loading the purchases failed", error);
    set(purchasesStateAtom, (shown) =>
      shown.status === "ready" ? shown : { status: "failed" },
    );
  }
});
