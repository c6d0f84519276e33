import {
  type Checkout,
  type Claim,
  claimOrder,
  type Draft,
  findCheckout,
  setAside,
  useQuote,
} from "../db/checkouts.ts";
import { findBought } from "../db/bought.ts";
import { beginCall } from "../db/calls-under-way.ts";
import { inFlight, ProblemError } from "../http/problem.ts";
import type { Quote } from "../db/quotes.ts";
import { closeUnpaid } from "./close-unpaid.ts";
import type { PaymentServices } from "./provider.ts";
import { isWaiting, look, settle } from "./settle.ts";

/**
 * The one order of a session for an offer and a product: the draft, or whatever a second way in finds there. An order
 * that waits for another sum, under another email or with another provider, is closed where it can still be, else set
 * aside, and gives way. Throws a 409 when the promo code that lowers it is used up.
 */
export async function claim(
  services: PaymentServices,
  quote: Quote,
  draft: Draft,
): Promise<Claim> {
  for (;;) {
    const claimed = await claimOrder(services.db, quote, draft);
    if (claimed.kind === "used-up")
      throw new ProblemError("price-changed", "The code has been used up.");
    if (
      claimed.kind !== "waiting" ||
      isSameSale(claimed.checkout, draft.checkout)
    )
      return claimed;
    await giveUp(services, claimed.checkout);
  }
}

/**
 * The checkout of a confirmed price that is charged without a page: asked again, it is the same one, whatever has
 * become of it, unless it waits and the product was paid by another one, at another offer, meanwhile.
 */
export async function claimQuote(
  services: PaymentServices,
  quote: Quote,
  draft: () => Promise<Draft>,
): Promise<Checkout> {
  const { db } = services;
  const known =
    quote.checkout_id && (await findCheckout(db, quote.checkout_id));
  if (known)
    return (isWaiting(known) && (await findBought(db, known))) || known;
  const { checkout } = await claim(services, quote, await draft());
  await useQuote(db, quote, checkout.checkout_id);
  return checkout;
}

/** Whether an order that waits asks for the same money at the same times, in the same way and for the same, as another one would. */
export function isSameSale(one: Checkout, other: Checkout): boolean {
  return (
    one.product === other.product &&
    one.offer === other.offer &&
    one.session_id === other.session_id &&
    one.provider === other.provider &&
    one.way === other.way &&
    // Two saved cards are two charges; a page goes by the email that was given last, and so does its receipt.
    (one.way === "page"
      ? other.email === null || one.email === other.email
      : one.card_token === other.card_token) &&
    one.amount === other.amount &&
    one.currency === other.currency &&
    one.renewal_amount === other.renewal_amount &&
    one.renewal_days === other.renewal_days &&
    firstDaysOf(one) === firstDaysOf(other) &&
    one.gift_places === other.gift_places
  );
}

/** Days until the first renewal; null for what is paid once. */
function firstDaysOf({ first_days, renewal_days }: Checkout): number | null {
  return first_days ?? renewal_days;
}

/**
 * The provider is asked first: what was paid meanwhile is paid, and what it cannot say is not closed. Throws a 409 while a
 * charge is under way, or its page is being opened: the provider may not know of that yet.
 */
async function giveUp(
  services: PaymentServices,
  checkout: Checkout,
): Promise<void> {
  const { db, now } = services;
  const { checkout_id: id } = checkout;
  if (!(await beginCall(db, id, "closing", now()))) {
    const stored = await findCheckout(db, id);
    if (stored !== null && isWaiting(stored)) throw inFlight();
    return;
  }
  const found = await look(services, checkout);
  if (found === "unknown") return setAside(db, id);
  if (found === null) return closeUnpaid(services, checkout);
  await settle(services, checkout, found);
}
