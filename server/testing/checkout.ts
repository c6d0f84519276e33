import { randomUUID } from "node:crypto";
import type { Checkout } from "../db/checkouts.ts";
import type { Quote } from "../db/quotes.ts";
import { insertSession, type Session } from "../db/sessions.ts";
import type { Database } from "../db/tables.ts";
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
    page_origin: null,
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
    busy_with: null,
    busy_since: null,
    ...own,
  };
}

/** A session of calm that no call has made, and that goes on beyond all that tests do. */
export function storeSession(db: Database): Promise<Session> {
  return insertSession(db, {
    sessionId: newToken(systemRandom),
    visitorId: randomUUID(),
    deviceId: null,
    brand: "calm",
    now: new Date(0),
    expiresAt: new Date(Date.UTC(2040, 0)),
  });
}

/** A made-up checkout, stored for a session of its own. */
export async function storeCheckout(
  db: Database,
  own: Partial<Checkout> = {},
): Promise<Checkout> {
  const { id: session_id } = await storeSession(db);
  const event_id = randomUUID();
  const checkout = madeUpCheckout({ session_id, event_id, ...own });
  await db
    .insertInto("checkouts")
    .values({ ...checkout, details: JSON.stringify(checkout.details) })
    .execute();
  return checkout;
}

/** The price of a checkout, as it was confirmed. */
export function quoteOf(checkout: Checkout): Quote {
  const { session_id, event_id, product, amount, currency, promo } = checkout;
  return {
    session_id,
    event_id,
    product,
    amount,
    currency,
    fbp: null,
    fbc: null,
    confirmed_at: checkout.created_at,
    reference: null,
    method_id: null,
    checkout_id: null,
    promo,
    terms: null,
  };
}
