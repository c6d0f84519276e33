import { type Attempt, ATTEMPTS_MAX, type Order } from "../core/attempt.ts";
import type { Checkout } from "../core/checkout-store.ts";

/** What an attempt is known by: made once, used again by every retry. */
export type AttemptIds = Pick<Attempt, "eventId" | "checkoutId">;

/** A fresh pair of ids. */
export function newIds(uuid: () => string): AttemptIds {
  return { eventId: uuid(), checkoutId: uuid() };
}

/** An attempt of which nothing was sent yet. */
export function newAttempt(order: Order, ids: AttemptIds): Attempt {
  return {
    order,
    ...ids,
    reference: null,
    details: null,
    payment: null,
    paid: false,
  };
}

/** Whether an attempt was made for exactly this: another price, email or payment page needs another key. */
export function isFor({ order }: Attempt, other: Order): boolean {
  return (
    order.offer === other.offer &&
    order.product === other.product &&
    order.price === other.price &&
    order.currency === other.currency &&
    order.email === other.email &&
    order.checkout === other.checkout
  );
}

/** Whether the server may know more of an attempt than this device does. */
export function isUnsettled(attempt: Attempt | null): attempt is Attempt {
  if (attempt === null || attempt.paid) return false;
  return attempt.payment !== null || attempt.reference !== null;
}

/** The attempt of an offer, null when none was begun. */
export function attemptAt(
  { attempts }: Checkout,
  offer: string,
): Attempt | null {
  return attempts.find((attempt) => attempt.order.offer === offer) ?? null;
}

/** A payment has begun: its product is the last one, with the attempt's fresh pair of ids (spec 3). */
export function withBegun(checkout: Checkout, attempt: Attempt): Checkout {
  const { order, eventId, checkoutId } = attempt;
  return {
    ...withAttempt(checkout, attempt),
    lastCheckoutProduct: order.product,
    lastPurchaseEventId: eventId,
    checkoutId,
    checkoutEmail: order.email === "" ? checkout.checkoutEmail : order.email,
  };
}

/** Puts an attempt in the place of the offer's earlier one. */
export function withAttempt(checkout: Checkout, attempt: Attempt): Checkout {
  const others = elsewhere(checkout, attempt.order.offer);
  return { ...checkout, attempts: [...others, attempt].slice(-ATTEMPTS_MAX) };
}

export function withoutAttempt(checkout: Checkout, offer: string): Checkout {
  return { ...checkout, attempts: elsewhere(checkout, offer) };
}

/** The attempts of other offers. */
export function elsewhere(
  { attempts }: Checkout,
  offer: string,
): readonly Attempt[] {
  return attempts.filter((attempt) => attempt.order.offer !== offer);
}
