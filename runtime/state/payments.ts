import { atom } from "jotai";
import { hydratedAtom } from "./visit.ts";

export type CheckoutStatus =
  | "idle"
  | "pending"
  | "paid"
  | "declined"
  | "cancelled"
  | "needs-authentication"
  | "unknown";

/** What the visitor sees of paying at one offer. */
export interface Payment {
  readonly status: CheckoutStatus;
  readonly product: string | null;
  /** The payment to ask about first when the status is "unknown". */
  readonly unsettled: string | null;
  /** Counts what was begun here, so that a late answer does not undo a newer one. */
  readonly run: number;
}

type Payments = Readonly<Record<string, Payment>>;

const NO_PAYMENT: Payment = {
  status: "idle",
  product: null,
  unsettled: null,
  run: 0,
};

/** Payments by offer. */
export const paymentsAtom = atom<Payments>({});

/** The payment at an offer. */
export function paymentAt(payments: Payments, offer: string): Payment {
  return payments[offer] ?? NO_PAYMENT;
}

/** What changes for the visitor. */
export type Shown = Partial<Omit<Payment, "run">>;

/** Locks an offer before anything is awaited; yields the run, or null when it is locked already. */
export const beginRunAtom = atom(
  null,
  (get, set, offer: string, shown: Shown): number | null => {
    const payments = get(paymentsAtom);
    const payment = paymentAt(payments, offer);
    if (payment.status === "pending" || payment.status === "paid") return null;
    const run = payment.run + 1;
    set(paymentsAtom, {
      ...payments,
      [offer]: { ...payment, ...shown, status: "pending", run },
    });
    return run;
  },
);

/** Shows how a run ended, unless a newer one has begun. */
export const endRunAtom = atom(
  null,
  (get, set, offer: string, run: number, shown: Shown) => {
    const payments = get(paymentsAtom);
    const payment = paymentAt(payments, offer);
    if (payment.run !== run) return;
    set(paymentsAtom, { ...payments, [offer]: { ...payment, ...shown } });
  },
);

/** Gives an outcome to the first who asks, so that one payment moves the visitor on once. */
export const takeOutcomeAtom = atom(
  null,
  (get, set, offer: string, status: CheckoutStatus) => {
    const payment = paymentAt(get(paymentsAtom), offer);
    if (payment.status !== status) return false;
    set(endRunAtom, offer, payment.run, { status: "idle" });
    return true;
  },
);

/** Puts a shown outcome away. */
export const dismissAtom = atom(null, (get, set, offer: string) => {
  const payment = paymentAt(get(paymentsAtom), offer);
  if (payment.status === "pending" || payment.status === "paid") return;
  set(endRunAtom, offer, payment.run, { status: "idle" });
});

const resumedAtom = atom(0);

/** How often the page came to the screen: 0 as prerendered, once more each time the browser's cache gives it back. */
export const arrivalsAtom = atom((get) =>
  get(hydratedAtom) ? get(resumedAtom) + 1 : 0,
);

/** The page is back from the browser's cache, most likely from the payment page: unlocks every offer. */
export const resumeAtom = atom(null, (get, set) => {
  const unlocked = Object.entries(get(paymentsAtom)).map(
    ([offer, payment]): [string, Payment] =>
      payment.status === "pending"
        ? [offer, { ...payment, status: "idle", run: payment.run + 1 }]
        : [offer, payment],
  );
  set(paymentsAtom, Object.fromEntries(unlocked));
  set(resumedAtom, (times) => times + 1);
});
