import type { PaymentServices } from "../../checkout/provider.ts";
import { isWaiting, settle } from "../../checkout/settle.ts";
import { findCheckout } from "../../db/checkouts.ts";
import type { AppContext, Route } from "../../http/app-env.ts";
import { ProblemError } from "../../http/problem.ts";
import { readToken } from "../../token.ts";
import { DONE, type Followed, takeMessage } from "../take-message.ts";
import { followAfterSale, isAfterSale } from "./after-sale.ts";
import type { PayPalClient } from "./client.ts";
import { lookAt } from "./look.ts";

interface PayPalEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: unknown;
}

/**
 * Takes PayPal's messages, each of which PayPal itself is asked about before it is believed. A message is on disk before
 * anything follows from it; one that cannot be dealt with is answered by an error, upon which PayPal sends it again.
 */
export function payPalWebhook(
  services: PaymentServices,
  client: PayPalClient,
  webhookId: string,
): Route {
  return async (c) => {
    const event = await readEvent(c, client, webhookId);
    const received = {
      event_id: `paypal ${event.id}`,
      type: event.type,
      provider: "paypal",
      checkout_id: readToken(namesOf(event).checkoutId),
    };
    await takeMessage(services, received, () =>
      follow(services, client, event),
    );
    return c.json({ received: true });
  };
}

async function readEvent(
  c: AppContext,
  client: PayPalClient,
  webhookId: string,
): Promise<PayPalEvent> {
  const text = await c.req.text();
  const event = parseEvent(text);
  const signed = {
    transmission_id: c.req.header("paypal-transmission-id"),
    transmission_time: c.req.header("paypal-transmission-time"),
    transmission_sig: c.req.header("paypal-transmission-sig"),
    cert_url: c.req.header("paypal-cert-url"),
    auth_algo: c.req.header("paypal-auth-algo"),
    webhook_id: webhookId,
  };
  if (event === null || !Object.values(signed).every(Boolean)) throw forged();
  // The event goes back as the very text that came, because its signature is that of its bytes.
  const body = `${JSON.stringify(signed).slice(0, -1)},"webhook_event":${text}}`;
  const path = "/v1/notifications/verify-webhook-signature";
  const { status, body: answer } = await client.call("POST", path, { body });
  if (status !== 200 || Object(answer).verification_status !== "SUCCESS")
    throw forged();
  return event;
}

function parseEvent(text: string): PayPalEvent | null {
  try {
    const { id, event_type: type, resource } = Object(JSON.parse(text));
    return typeof id === "string" && typeof type === "string"
      ? { id, type, resource }
      : null;
  } catch {
    return null;
  }
}

function forged(): ProblemError {
  return new ProblemError("not-signed", "The signature does not fit.");
}

/** Something has changed: finds out how, and writes that down. */
async function follow(
  services: PaymentServices,
  client: PayPalClient,
  event: PayPalEvent,
): Promise<Followed> {
  if (isAfterSale(event.type)) {
    await followAfterSale(services, client, event);
    return DONE;
  }
  const { checkoutId, orderId } = namesOf(event);
  const name = readToken(checkoutId);
  if (name === null) return DONE;
  const checkout = await findCheckout(services.db, name);
  if (checkout?.provider !== "paypal") {
    const isMoney = event.type === "PAYMENT.CAPTURE.COMPLETED";
    const transaction = String(Object(event.resource).id);
    return isMoney ? { kind: "no-order", transaction } : DONE;
  }
  if (typeof orderId !== "string") return DONE;
  const look = await lookAt(client, checkout, orderId);
  if (look.kind !== "found") return DONE;
  const { finding } = look;
  // Money counts wherever it was taken; anything else only of the order that the visitor was sent to.
  const isLast =
    finding.status === "paid" || checkout.provider_reference === orderId;
  if (!isLast) return DONE;
  const current = await settle(services, checkout, finding);
  const { provider_reference: own } = checkout;
  const isOther = isWaiting(checkout) && own !== null && own !== orderId;
  if (!isOther) return DONE;
  // The order that was waited for may be captured as well, and its message may be late or lost.
  const before = await lookAt(client, current, own);
  if (before.kind === "found") await settle(services, current, before.finding);
  return DONE;
}

/** Which checkout and order a message is about. */
function namesOf({ type, resource }: PayPalEvent): {
  readonly checkoutId?: unknown;
  readonly orderId?: unknown;
} {
  const { id, custom_id, purchase_units, supplementary_data } =
    Object(resource);
  if (type.startsWith("PAYMENT.CAPTURE.")) {
    const { related_ids } = Object(supplementary_data);
    return { checkoutId: custom_id, orderId: Object(related_ids).order_id };
  }
  if (!type.startsWith("CHECKOUT.ORDER.")) return {};
  const units = Array.isArray(purchase_units) ? purchase_units : [];
  return { checkoutId: Object(units[0]).custom_id, orderId: id };
}
