import type { Checkout, Database, ProviderCall } from "./tables.ts";

/** A call that has not ended by then has died with its process: no provider's client tries for as long, in milliseconds. */
export const CALL_MS = 60_000;

/**
 * Notes that a call to its provider begins for a checkout that waits. False where another kind of call is under way, of
 * which each could take the money: a page that opens, a charge, the end of an order that gives way. Charges go beside
 * each other, as do ends, since the provider makes one of them; of pages one is opened.
 */
export async function beginCall(
  db: Database,
  checkoutId: string,
  call: ProviderCall,
  now: Date,
): Promise<boolean> {
  const died = new Date(now.getTime() - CALL_MS);
  let begun = db
    .updateTable("checkouts")
    .set({ busy_with: call, busy_since: now })
    .where("checkout_id", "=", checkoutId)
    .where("status", "in", ["open", "needs_authentication"])
    .where((eb) =>
      eb.or([
        eb("busy_since", "is", null),
        eb("busy_since", "<=", died),
        ...(call === "opening" ? [] : [eb("busy_with", "=", call)]),
      ]),
    );
  if (call === "opening") begun = begun.where("provider_page", "is", null);
  // What was set aside is not charged any more: another order may have taken its place.
  if (call === "charging")
    begun = begun.where("offer", "is not", null).where("status", "=", "open");
  return (
    (await begun.returning("checkout_id").executeTakeFirst()) !== undefined
  );
}

/** Notes that a call has ended, and took nothing. One that failed is left to die: nobody knows what has come of it. */
export async function endCall(
  db: Database,
  checkoutId: string,
  call: ProviderCall,
  since: Date,
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set({ busy_with: null, busy_since: null })
    .where("checkout_id", "=", checkoutId)
    .where("busy_with", "=", call)
    .where("busy_since", "=", since)
    .execute();
}

/** Keeps the page that was opened. Null where the checkout has one by now, or does not wait for any. */
export async function keepPage(
  db: Database,
  checkoutId: string,
  told: Pick<Checkout, "provider_page" | "provider_reference">,
): Promise<Checkout | null> {
  const kept = await db
    .updateTable("checkouts")
    .set({ ...told, busy_with: null, busy_since: null })
    .where("checkout_id", "=", checkoutId)
    .where("status", "in", ["open", "needs_authentication"])
    .where("provider_page", "is", null)
    .returningAll()
    .executeTakeFirst();
  return kept ?? null;
}

/** Takes a checkout back that the provider could not open; nobody has seen it. One that another call is opening stays. */
export async function takeBack(
  db: Database,
  { checkout_id, busy_since }: Checkout,
): Promise<void> {
  await db
    .deleteFrom("checkouts")
    .where("checkout_id", "=", checkout_id)
    .where("status", "=", "open")
    .where("provider_page", "is", null)
    .where("busy_with", "=", "opening")
    .where("busy_since", "=", busy_since)
    .execute();
}
