import { atom } from "jotai";
import { arrivalsAtom, visitAtom } from "../state/visit.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { attemptAt, isUnsettled, newAttempt } from "./attempts.ts";
import { keep, markPurchased, storedCheckout } from "./keep.ts";
import {
  type CheckoutStatus,
  type Event,
  isWaiting,
  NO_PAYMENT,
  type Payment,
  type PayRequest,
  statusOf,
} from "./machine.ts";
import { perform } from "./perform.ts";
import { boughtBy, reduce } from "./reduce.ts";

type Payments = Readonly<Record<string, Payment>>;

/** Payments by offer. */
export const paymentsAtom = atom<Payments>({});

/** The payment at an offer. */
export function paymentAt(payments: Payments, offer: string): Payment {
  return payments[offer] ?? NO_PAYMENT;
}

const NOT_KNOWN: ReadonlySet<string> = new Set(["unknown", "still-open"]);

/** Offers at which a payment was begun of which nobody knows yet what became, now or before the page was loaded. */
export const unknownOffersAtom = atom<readonly string[]>((get) => {
  const stored = get(checkoutStored.state)
    .attempts.filter((attempt) => attempt.isUnknown && isUnsettled(attempt))
    .map(({ order }) => order.offer);
  const shown = Object.entries(get(paymentsAtom))
    .filter(([, { state }]) => NOT_KNOWN.has(state.kind))
    .map(([offer]) => offer);
  return [...new Set([...stored, ...shown])];
});

/** By offer, how many parts of the page on screen pay there; nothing where none ever did. */
const usersAtom = atom<Readonly<Record<string, number>>>({});

/** A part of the page pays at an offer from now on; yields what ends that. */
export const arriveAtOfferAtom = atom(null, (_get, set, offer: string) => {
  const add = (more: number) =>
    set(usersAtom, (users) => ({
      ...users,
      [offer]: (users[offer] ?? 0) + more,
    }));
  add(1);
  return () => add(-1);
});

/**
 * Lets something happen at an offer. The state has changed, and its call is under way, when this returns; the promise
 * waits for all that comes of it, and never rejects.
 */
const happenAtom = atom(
  null,
  async (get, set, offer: string, event: Event): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null) return;
    const context = { visit, get, set };
    for (let next: Event | null = event; next !== null;) {
      const attempt = attemptAt(storedCheckout(context), offer);
      const known = paymentAt(get(paymentsAtom), offer);
      const before = {
        ...known,
        attempt,
        arrivals: get(arrivalsAtom),
        isLeft: get(usersAtom)[offer] === 0,
      };
      const payment = marked(reduce(before, next));
      const bought = boughtBy(before, next);
      if (JSON.stringify(payment.attempt) !== JSON.stringify(attempt))
        keep(context, offer, payment.attempt);
      if (bought !== null) markPurchased(context, bought);
      if (payment !== before)
        set(paymentsAtom, (payments) => ({ ...payments, [offer]: payment }));
      const { state } = payment;
      next =
        state !== known.state && isWaiting(state)
          ? await perform(context, state)
          : null;
    }
  },
);

/** An attempt outlives the page, and with it that nobody knows what became of it. */
function marked(payment: Payment): Payment {
  const { attempt, state } = payment;
  const isUnknown = state.kind === "unknown";
  return attempt === null || isWaiting(state) || attempt.isUnknown === isUnknown
    ? payment
    : { ...payment, attempt: { ...attempt, isUnknown } };
}

/** Pays; ten clicks do it once. */
export const payAtom = atom(
  null,
  async (get, set, request: PayRequest): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null) return;
    const { order } = request;
    const fresh = newAttempt(order, visit.uuid);
    await set(happenAtom, order.offer, { kind: "pay", request, fresh });
  },
);

/**
 * Finds out what became of the offer's payment when its page is shown; `payment` is the id in the address,
 * which decides nothing by itself.
 */
export const settleAtom = atom(
  null,
  (_get, set, offer: string, payment: string | null): Promise<void> =>
    set(
      happenAtom,
      offer,
      payment === null ? { kind: "shown" } : { kind: "returned", payment },
    ),
);

/** Asks once more what became of the offer's payment, which is unknown; pays nothing. */
export const checkAtom = atom(null, (_get, set, offer: string): Promise<void> =>
  set(happenAtom, offer, { kind: "checked" }),
);

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
