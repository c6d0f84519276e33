import { atom } from "jotai";
import { arrivalsAtom, type Visit, visitAtom } from "../state/visit.ts";
import { attemptAt, newIds } from "./attempts.ts";
import { noteAtom, storedCheckoutAtom } from "./keep.ts";
import {
  type Call,
  type CheckoutStatus,
  type Event,
  NO_PAYMENT,
  type Payment,
  type PayRequest,
  statusOf,
} from "./machine.ts";
import { performAtom } from "./perform.ts";
import { reduce } from "./reduce.ts";

type Payments = Readonly<Record<string, Payment>>;

/** Payments by offer. */
export const paymentsAtom = atom<Payments>({});

/** The payment at an offer. */
export function paymentAt(payments: Payments, offer: string): Payment {
  return payments[offer] ?? NO_PAYMENT;
}

/**
 * Lets something happen at an offer. The state has changed, and what follows is under way, when this returns; the
 * promise waits for all that comes of it, and never rejects.
 */
const happenAtom = atom(
  null,
  async (get, set, offer: string, event: Event): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null) return;
    const payments = get(paymentsAtom);
    const before = paymentAt(payments, offer);
    const { payment, notes, call } = reduce(before, event);
    for (const note of notes) set(noteAtom, visit, offer, note);
    if (payment !== before)
      set(paymentsAtom, { ...payments, [offer]: payment });
    if (call !== null) await set(callAtom, visit, offer, payment.run, call);
  },
);

const callAtom = atom(
  null,
  async (
    _get,
    set,
    visit: Visit,
    offer: string,
    run: number,
    call: Call,
  ): Promise<void> => {
    const answer = await set(performAtom, visit, call);
    await set(happenAtom, offer, { ...answer, run });
  },
);

/** Pays; ten clicks do it once. */
export const payAtom = atom(null, (get, set, request: PayRequest) => {
  const visit = get(visitAtom);
  if (visit === null) return Promise.resolve();
  const { offer } = request.order;
  return set(happenAtom, offer, {
    kind: "pay",
    request,
    attempt: attemptAt(set(storedCheckoutAtom), offer),
    ids: newIds(visit.uuid),
    arrival: get(arrivalsAtom),
  });
});

/**
 * Finds out what became of the offer's payment when its page is shown; `returned` is the id in the address,
 * which decides nothing by itself.
 */
export const settleAtom = atom(
  null,
  (get, set, offer: string, returned: string | null) => {
    const visit = get(visitAtom);
    if (visit === null) return Promise.resolve();
    const attempt = attemptAt(set(storedCheckoutAtom), offer);
    const seen = { attempt, arrival: get(arrivalsAtom) };
    return set(
      happenAtom,
      offer,
      returned === null
        ? { kind: "shown", ...seen }
        : {
            kind: "returned",
            payment: returned,
            knowable: visit.hadSession,
            ...seen,
          },
    );
  },
);

/** Puts a shown outcome away. */
export const dismissAtom = atom(null, (_get, set, offer: string): void => {
  void set(happenAtom, offer, { kind: "dismissed" });
});

/** Gives an outcome to the first who asks, so that one payment moves the visitor on once. */
export const takeOutcomeAtom = atom(
  null,
  (get, set, offer: string, status: CheckoutStatus): boolean => {
    const { state } = paymentAt(get(paymentsAtom), offer);
    if (statusOf(state) !== status) return false;
    void set(happenAtom, offer, { kind: "moved-on" });
    return true;
  },
);
