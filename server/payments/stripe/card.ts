import type { Stripe } from "stripe";
import type { Card } from "../../db/checkouts.ts";
import { idOf, inFull } from "./client.ts";

/** A card that Stripe keeps, and whose it is. */
export interface SavedCard {
  readonly customer: string;
  readonly paymentMethod: string;
}

/** What a saved method's token names; null when another provider made it. */
export function readToken(token: string): SavedCard | null {
  const [customer, paymentMethod] = token.split(" ");
  return customer && paymentMethod ? { customer, paymentMethod } : null;
}

/** The card of a payment, to be saved; null for what is no card, or cannot be charged again. */
export function cardOf(
  customer: Stripe.PaymentIntent["customer"],
  method: string | Stripe.PaymentMethod | null | undefined,
): Card | null {
  const id = idOf(customer);
  const full = inFull(method);
  if (id === null || !full?.card || !/^\d{4}$/.test(full.card.last4))
    return null;
  const { brand, last4 } = full.card;
  return { token: `${id} ${full.id}`, brand, last4 };
}
