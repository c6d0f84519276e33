import type { Stripe } from "stripe";
import type { Card } from "../../db/checkouts.ts";
import { idOf } from "./client.ts";

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
  method: string | Stripe.PaymentMethod | null,
): Card | null {
  const id = idOf(customer);
  if (id === null || method === null || typeof method === "string") return null;
  const { card } = method;
  if (card === undefined || !/^\d{4}$/.test(card.last4)) return null;
  return { token: `${id} ${method.id}`, brand: card.brand, last4: card.last4 };
}
