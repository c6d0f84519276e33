import { type Attempt, ATTEMPTS_MAX, type Order } from "../core/attempt.ts";
import type { Checkout } from "../core/checkout-store.ts";

/** A new attempt with its own pair of ids. */
export function newAttempt(order: Order, uuid: () => string): Attempt {
  return {
    order,
    eventId: uuid(),
    checkoutId: uuid(),
    reference: null,
    details: null,
    payment: null,
    paid: false,
    isUnknown: false,
  };
}

/** Whether an attempt was made for exactly this: another price, email or payment page needs another key. */
export function isFor({ order }: Attempt, other: Order): boolean {
  return (
    order.offer === other.offer &&
    order.product === other.product &&
    order.price === other.price &&
    order.currency === other.currency &&
    renewsAlike(order.renewal, other.renewal) &&
    order.email === other.email &&
    order.checkout === other.checkout
  );
}

/** What does not say is taken to renew alike: it was stored before orders said so. */
function renewsAlike(one: Order["renewal"], other: Order["renewal"]): boolean {
  return (
    one === undefined ||
    other === undefined ||
    (one?.price === other?.price &&
      one?.every_days === other?.every_days &&
      one?.first_days === other?.first_days)
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

/**
 * Puts an attempt in the place of the offer's earlier one; null leaves none. A payment that begins makes its product
 * the last one, with its fresh pair of ids (spec 3).
 */
export function withAttempt(
  checkout: Checkout,
  offer: string,
  attempt: Attempt | null,
): Checkout {
  const others = elsewhere(checkout, offer);
  if (attempt === null) return { ...checkout, attempts: others };
  const { order, eventId, checkoutId } = attempt;
  const goesOn = attemptAt(checkout, offer)?.checkoutId === checkoutId;
  return {
    ...checkout,
    ...(!goesOn && {
      lastCheckoutProduct: order.product,
      lastPurchaseEventId: eventId,
      checkoutId,
      checkoutEmail: order.email === "" ? checkout.checkoutEmail : order.email,
    }),
    attempts: [...others, attempt].slice(-ATTEMPTS_MAX),
  };
}

/** The attempts of other offers. */
export function elsewhere(
  { attempts }: Checkout,
  offer: string,
): readonly Attempt[] {
  return attempts.filter((attempt) => attempt.order.offer !== offer);
}
