import type { Checkout } from "../db/checkouts.ts";
import { newToken, systemRandom } from "../token.ts";

/** A waiting checkout of 9.99 dollars that is stored nowhere, but for what a test says of it. */
export function madeUpCheckout(own: Partial<Checkout> = {}): Checkout {
  return {
    checkout_id: newToken(systemRandom),
    session_id: "session",
    brand: "calm",
    provider: "stripe",
    status: "open",
    product: "journal",
    product_name: "The journal",
    amount: 999,
    currency: "USD",
    renewal_amount: null,
    renewal_days: null,
    event_id: "event",
    return_path: "/quiz/oto",
    return_origin: "",
    email: null,
    details: {},
    card_token: null,
    card_brand: null,
    card_last4: null,
    provider_reference: null,
    provider_page: null,
    first_days: null,
    offer: "/quiz/oto",
    way: "page",
    repeatable: false,
    created_at: new Date(0),
    settled_at: null,
    asked_at: null,
    unknown_since: null,
    untold_since: null,
    reviewed_at: null,
    promo: null,
    gift_places: null,
    ...own,
  };
}
