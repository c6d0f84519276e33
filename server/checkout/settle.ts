import { type Checkout, findCheckout, moveCheckout } from "../db/checkouts.ts";
import { recordTransaction } from "../db/payments.ts";
import { noteCheckout } from "../http/request-context.ts";
import type { Finding, PaymentServices } from "./provider.ts";

/** Whether a checkout waits for its visitor or for the provider. */
export function isWaiting({ status }: Pick<Checkout, "status">): boolean {
  return status === "open" || status === "needs_authentication";
}

/**
 * Writes down what a provider has found out. Money that was taken is recorded whatever was thought before, and as
 * money to give back when the order was paid already; anything else only moves a checkout that waits. Answers the
 * checkout as it is then.
 */
export async function settle(
  { db, now, random }: PaymentServices,
  checkout: Checkout,
  { status: to, ...found }: Finding,
): Promise<Checkout> {
  noteCheckout(checkout.checkout_id);
  let current = checkout;
  for (;;) {
    const { status: from } = current;
    if (from === "paid") {
      const { transaction } = found;
      if (to === "paid" && transaction !== undefined)
        await recordTransaction(db, current, {
          transaction,
          now: now(),
          random,
        });
      return current;
    }
    if (to !== "paid" && !isWaiting(current)) return current;
    const move = { from, to, ...found, now: now(), random };
    const moved = await moveCheckout(db, current.checkout_id, move);
    const stored = await findCheckout(db, current.checkout_id);
    // An order that its provider could not open is not there any more.
    if (stored === null) return current;
    // Not moved: somebody else was quicker, and has left another state behind.
    if (moved) return stored;
    current = stored;
  }
}

/** Asks the provider about a checkout that waits, and answers the checkout as it is then. */
export async function refresh(
  services: PaymentServices,
  checkout: Checkout,
): Promise<Checkout> {
  if (!isWaiting(checkout)) return checkout;
  const found = await look(services, checkout);
  return found === null || found === "unknown"
    ? checkout
    : settle(services, checkout, found);
}

/** What the provider says of a checkout that waits; one that cannot be asked, or is not set up any more, cannot say. */
export async function look(
  { providers }: Pick<PaymentServices, "providers">,
  checkout: Checkout,
): Promise<Finding | "unknown" | null> {
  const provider = providers.of(checkout);
  return provider?.look === undefined ? "unknown" : provider.look(checkout);
}
