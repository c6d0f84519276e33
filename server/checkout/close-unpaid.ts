import { type Checkout, findCheckout, setAside } from "../db/checkouts.ts";
import type { PaymentServices } from "./provider.ts";
import { isWaiting, settle, wasAskedFor } from "./settle.ts";

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
  const provider = providers.of(checkout);
  if (provider?.expire !== undefined) await provider.expire(checkout);
  else if (now().getTime() - created_at.getTime() <= PAYABLE_MS) {
    // A charge may have come and gone since it was read.
    const stored = await findCheckout(db, id);
    if (stored === null || !isWaiting(stored)) return;
    if (wasAskedFor({ ...stored, busy_since })) return setAside(db, id);
  }
  await settle(services, checkout, { status: "cancelled" });
}
