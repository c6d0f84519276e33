import type { Getter, Setter } from "jotai";
import type { Attempt } from "../core/attempt.ts";
import type { Checkout, UntoldPurchase } from "../core/checkout-store.ts";
import { convertAtom } from "../state/ab-configuration.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { clickIds } from "../state/click-ids.ts";
import { trackAtom } from "../state/events.ts";
import { experimentsStored } from "../state/experiments.ts";
import type { Visit } from "../state/visit.ts";
import { withAttempt } from "./attempts.ts";
import { purchaseTracking } from "./purchase-tracking.ts";
import type { Bought } from "./reduce.ts";

/** What the runner works with. */
export interface CheckoutContext {
  readonly visit: Visit;
  readonly get: Getter;
  readonly set: Setter;
}

/** The checkout store as it is now, by this tab or another. */
export function storedCheckout({ get, set }: CheckoutContext): Checkout {
  set(checkoutStored.restore);
  return get(checkoutStored.state);
}

/** Stores the attempt of an offer, or that there is none. */
export function keep(
  { set }: CheckoutContext,
  offer: string,
  attempt: Attempt | null,
): void {
  set(checkoutStored.state, (checkout) =>
    withAttempt(checkout, offer, attempt),
  );
}

/** What tells of a purchase, with the attempt's event. */
export function tracking({ visit, get }: CheckoutContext, eventId: string) {
  return purchaseTracking({
    eventId,
    clicks: clickIds(visit),
    checkout: get(checkoutStored.state),
    experiments: get(experimentsStored.state),
    path: visit.location.pathname,
  });
}

/**
 * The server said that a product is paid: tells of it once, with the event of its own attempt where that is known, and
 * keeps the event that was told (spec 3).
 */
export function markPurchased(
  context: CheckoutContext,
  { product, payment }: Bought,
): void {
  const { visit, set } = context;
  const { state } = checkoutStored;
  const { attempts, told } = storedCheckout(context);
  const isTold = told.includes(payment);
  const attempt = attempts.find((one) => one.payment === payment);
  const eventId = attempt?.eventId ?? visit.uuid();
  const properties = { product, ...tracking(context, eventId) };
  const untold: UntoldPurchase = { properties, vendors: null };
  set(state, (checkout) => ({
    ...checkout,
    // The newest last, of which so many are kept.
    told: [...checkout.told.filter((one) => one !== payment), payment],
    ...(!isTold && {
      lastPurchaseEventId: eventId,
      // Whoever counts purchases may still be on the way here when the visitor leaves.
      untold: visit.funnel.analytics
        ? [...checkout.untold, untold]
        : checkout.untold,
    }),
    isPurchased: true,
  }));
  if (isTold) return;
  set(trackAtom, { kind: "purchase", properties });
  if (visit.funnel.experiments.length > 0) void set(convertAtom);
}
