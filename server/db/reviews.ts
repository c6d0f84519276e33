import { type Checkout } from "./checkouts.ts";
import type { Database } from "./tables.ts";

const DAY_MS = 86_400_000;
/** So long buyers may take their money back through their bank. */
const REVIEWED_MS = 180 * DAY_MS;

/**
 * Paid checkouts of some providers that were not asked after for a day, those that never were first: as long as money may
 * go back, and while they renew.
 */
export async function findUnreviewed(
  db: Database,
  providers: readonly string[],
  now: Date,
  count: number,
): Promise<Checkout[]> {
  if (providers.length === 0) return [];
  const before = (ms: number) => new Date(now.getTime() - ms);
  return db
    .selectFrom("checkouts")
    .selectAll()
    .where("status", "=", "paid")
    .where("provider", "in", providers)
    .where("settled_at", "<", before(DAY_MS))
    .where((eb) =>
      eb.or([
        eb("reviewed_at", "is", null),
        eb("reviewed_at", "<", before(DAY_MS)),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb("settled_at", ">", before(REVIEWED_MS)),
        eb.exists(
          eb
            .selectFrom("subscriptions")
            .select("subscriptions.checkout_id")
            .whereRef("subscriptions.checkout_id", "=", "checkouts.checkout_id")
            .where("subscriptions.status", "<>", "cancelled")
            .where(({ or, eb: isOne }) =>
              or([
                isOne("subscriptions.ends_at", "is", null),
                isOne("subscriptions.ends_at", ">", now),
              ]),
            ),
        ),
      ]),
    )
    .orderBy("reviewed_at", (order) => order.asc().nullsFirst())
    .limit(count)
    .execute();
}

export async function noteReviewed(
  db: Database,
  checkoutId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set({ reviewed_at: now })
    .where("checkout_id", "=", checkoutId)
    .execute();
}
