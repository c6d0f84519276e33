import { type Checkout, findCheckout, setAside } from "../db/checkouts.ts";
import type { Finding, PaymentServices } from "./provider.ts";
import { look, settle, wasAskedFor } from "./settle.ts";

/** So long somebody may still be at a page of a provider that cannot close it: it is given out for a day, until it is set aside. */
const PAYABLE_MS = 3 * 86_400_000;

/**
 * Ends a checkout that its provider has taken nothing for, while no charge for it is under way. Where the provider has no
 * way to close it, it can still be paid there: it is set aside, so that a late payment is found, and ends three days after
 * it was begun.
 */
export async function closeUnpaid(
  services: PaymentServices,
  checkout: Checkout,
): Promise<void> {
  const { db, now, providers } = services;
  const { checkout_id: id, busy_since, created_at } = checkout;
  const canEnd = providers.of(checkout)?.expire !== undefined;
  if (!canEnd && now().getTime() - created_at.getTime() <= PAYABLE_MS) {
    // A charge may have come and gone since it was read. Of what waits no more, nothing is set aside.
    const stored = await findCheckout(db, id);
    if (wasAskedFor({ ...checkout, ...stored, busy_since }))
      return setAside(db, id);
  }
  const found = await endAtProvider(services, checkout);
  if (found === "unknown") return setAside(db, id);
  await settle(services, checkout, found);
}

/**
 * Sees to it that a checkout can be paid no more, where its provider has a way to do so, and says what it has come to: it
 * may have been paid, or ended by another call, since it was last asked after.
 */
export async function endAtProvider(
  services: Pick<PaymentServices, "db" | "providers">,
  checkout: Checkout,
): Promise<Finding | "unknown"> {
  try {
    await services.providers.of(checkout)?.expire?.(checkout);
    return { status: "cancelled" };
  } catch (error) {
    const found = await look(services, checkout);
    if (found === null) throw error;
    return found;
  }
}
