import type { Payments } from "../../generated/contract.ts";
import type { MakeCharge } from "../../generated/api.ts";
import {
  initiateCheckout,
  makeCharge,
  makeImmediateCharge,
} from "../api/charge.ts";
import type { Attempt } from "../core/attempt.ts";
import type { Desk } from "./desk.ts";
import { type Outcome, record } from "./outcome.ts";

/** Charges the saved method; null when none is known, with the price confirmed for the payment page. */
export async function chargeSaved(
  desk: Desk,
  attempt: Attempt,
  saved: Payments["saved"],
): Promise<Outcome | null> {
  const charge =
    saved === "pay-pro"
      ? await atOnce(desk, attempt)
      : await byReference(desk, attempt);
  if (charge === null) return null;
  const begun = desk.keep({ ...attempt, reference: charge.reference });
  const answer = await charge.send();
  desk.keep({ ...begun, payment: answer.checkout_id });
  const { product } = attempt.order;
  return record(desk, answer.checkout_id, { ...answer, product });
}

/** Confirms the attempt's price; answers the reference of a saved method, null when there is none. */
export async function initiate(
  desk: Desk,
  { order, eventId }: Attempt,
): Promise<string | null> {
  const { product, price, currency } = order;
  const body = { product, price, currency, event_id: eventId };
  return (await initiateCheckout(desk.visit.client, body, desk.clicks))
    .reference;
}

/** A charge that can be sent, and sent again: what it goes by makes it one. */
interface Charge {
  readonly reference: string;
  send(): Promise<MakeCharge["answer"]>;
}

async function byReference(
  desk: Desk,
  attempt: Attempt,
): Promise<Charge | null> {
  const reference = attempt.reference ?? (await initiate(desk, attempt));
  const visitorId = reference === null ? null : await desk.visitorId();
  if (reference === null || visitorId === null) return null;
  const { clicks, visit } = desk;
  const { eventId } = attempt;
  const sent = { ...clicks, reference, visitorId, eventId };
  return { reference, send: () => makeCharge(visit.client, sent) };
}

/** Whether anything is saved is known only once PayPro is asked. */
async function atOnce(desk: Desk, attempt: Attempt): Promise<Charge | null> {
  const { checkoutId, order, payment, reference } = attempt;
  // On a payment page that is open, the visitor may be paying.
  if (payment !== null && reference === null) return null;
  if (payment === null) await initiate(desk, attempt);
  const { client } = desk.visit;
  const send = () => makeImmediateCharge(client, checkoutId, order.product);
  return { reference: checkoutId, send };
}
