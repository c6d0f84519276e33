import type {
  CheckoutStatus,
  MakeCheckout,
  MakeStripeCheckout,
  MakeStripeSubscription,
  Purchases,
} from "../../generated/api.ts";
import { isCheckoutStatus } from "../../generated/readers/checkout-status.ts";
import { isMakeStripeCheckout } from "../../generated/readers/make-stripe-checkout.ts";
import { isPurchases } from "../../generated/readers/purchases.ts";
import { type Client, PAY_TIMEOUT_MS } from "./client.ts";
import { understood } from "./nonsense.ts";

export type PaymentPage = MakeStripeCheckout["answer"];
export type Purchase = Purchases["answer"]["purchases"][number];

/** Opens the payment page of a one-off product; the key makes repeating safe. */
export function makeStripeCheckout(
  client: Client,
  key: string,
  body: MakeStripeCheckout["body"],
): Promise<PaymentPage> {
  return openPage(client, "/pay/make-stripe-checkout", key, body);
}

/** Opens the payment page of a product that renews; the key makes repeating safe. */
export function makeStripeSubscription(
  client: Client,
  key: string,
  body: MakeStripeSubscription["body"],
): Promise<PaymentPage> {
  return openPage(client, "/pay/make-stripe-subscription", key, body);
}

/** Opens the payment page of a provider that has no call of its own; the key makes repeating safe. */
export function makeCheckout(
  client: Client,
  key: string,
  body: MakeCheckout["body"],
): Promise<PaymentPage> {
  return openPage(client, "/pay/make-checkout", key, body);
}

/** What became of a payment of this session. */
export async function getCheckoutStatus(
  client: Client,
  checkout_id: string,
): Promise<CheckoutStatus["answer"]> {
  const query = { checkout_id };
  const answer = await client("/pay/checkout-status", {
    query,
    repeatable: true,
  });
  return understood(isCheckoutStatus, answer);
}

/** What this session has paid for, oldest first, and whether a method is saved that one tap charges. */
export async function getPurchases(
  client: Client,
): Promise<Purchases["answer"]> {
  const answer = await client("/pay/purchases", { repeatable: true });
  return understood(isPurchases, answer);
}

async function openPage(
  client: Client,
  path: string,
  key: string,
  body: Readonly<Record<string, unknown>>,
): Promise<PaymentPage> {
  const answer = await client(path, {
    method: "POST",
    body,
    headers: { "Idempotency-Key": key },
    repeatable: true,
    timeout: PAY_TIMEOUT_MS,
  });
  return understood(isMakeStripeCheckout, answer);
}
