import {
  type Checkout,
  type Database,
  PROVIDER_CALLS,
  type ProviderCall,
  WAITING,
} from "./tables.ts";

/**
 * A call that has not ended by then has died with its process, in milliseconds. A charge is up to four requests behind
 * each other at Stripe, each tried three times for ten seconds; a page that was opened twice is one at the provider.
 */
export const CALL_TIMEOUT_MS: Readonly<Record<ProviderCall, number>> = {
  opening: 60_000,
  charging: 180_000,
  closing: 180_000,
};
/** So long a provider may still be at work on a call that has failed. */
const UNCERTAIN_MS = 60_000;

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
  let begun = db
    .updateTable("checkouts")
    .set({ busy_with: call, busy_since: now })
    .where("checkout_id", "=", checkoutId)
    .where("status", "in", WAITING)
    .where((eb) =>
      eb.or([
        eb("busy_since", "is", null),
        ...PROVIDER_CALLS.map((other) =>
          eb("busy_with", "=", other).and(
            "busy_since",
            "<=",
            new Date(now.getTime() - CALL_TIMEOUT_MS[other]),
          ),
        ),
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

/** Notes that a call has failed, of which nobody knows what has come: it counts as under way for a while. */
export async function markCallUncertain(
  db: Database,
  checkoutId: string,
  call: ProviderCall,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<void> {
  await underWay(db, checkoutId, call, since)
    .set({
      busy_since: new Date(
        now.getTime() - CALL_TIMEOUT_MS[call] + UNCERTAIN_MS,
      ),
    })
    .execute();
}

/** Notes that a call has ended, and took nothing. */
export async function endCall(
  db: Database,
  checkoutId: string,
  call: ProviderCall,
  since: Date,
): Promise<void> {
  await underWay(db, checkoutId, call, since)
    .set({ busy_with: null, busy_since: null })
    .execute();
}

/** The checkout as long as this very call is noted with it. */
function underWay(
  db: Database,
  checkoutId: string,
  call: ProviderCall,
  since: Date,
) {
  return db
    .updateTable("checkouts")
    .where("checkout_id", "=", checkoutId)
    .where("busy_with", "=", call)
    .where("busy_since", "=", since);
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
    .where("status", "in", WAITING)
    .where("provider_page", "is", null)
    .returningAll()
    .executeTakeFirst();
  return kept ?? null;
}

/**
 * Keeps another page in place of the one that a checkout had when it was read. False where it waits no more, or goes by
 * a third one by now.
 */
export async function replacePage(
  db: Database,
  { checkout_id, provider_reference }: Checkout,
  told: Pick<Checkout, "provider_page" | "provider_reference">,
): Promise<boolean> {
  const replaced = await db
    .updateTable("checkouts")
    .set(told)
    .where("checkout_id", "=", checkout_id)
    .where("status", "in", WAITING)
    .where("provider_reference", "in", [
      provider_reference,
      told.provider_reference,
    ])
    .returning("checkout_id")
    .executeTakeFirst();
  return replaced !== undefined;
}

/** Deletes a checkout that the provider could not open; nobody has seen it. One that another call is opening stays. */
export async function deleteUnopened(
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
