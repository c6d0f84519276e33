import { sql } from "kysely";
import { DAY_MS } from "../durations.ts";
import type { Checkout, Database } from "./tables.ts";

/** So long buyers may take their money back through their bank. */
const REVIEWED_MS = 180 * DAY_MS;

/**
 * Paid checkouts of some providers that were not asked after for a day, of each as many, those that never were first: as
 * long as money may go back, of a renewal as well, and while they renew.
 */
export async function findUnreviewed(
  db: Database,
  providers: readonly string[],
  now: Date,
  ofEach: number,
): Promise<Checkout[]> {
  if (providers.length === 0) return [];
  const inTurn = unreviewed(db, providers, now).select([
    "checkout_id",
    sql<number>`row_number() over (
      partition by provider order by reviewed_at nulls first)`.as("turn"),
  ]);
  return db
    .selectFrom("checkouts")
    .selectAll()
    .where("checkout_id", "in", (eb) =>
      eb
        .selectFrom(inTurn.as("waiting"))
        .select("waiting.checkout_id")
        .where("waiting.turn", "<=", ofEach),
    )
    .orderBy("reviewed_at", (order) => order.asc().nullsFirst())
    .execute();
}

/** Since when the one of them was to be asked after that has waited the longest; null where none does. */
export async function findUnreviewedSince(
  db: Database,
  providers: readonly string[],
  now: Date,
): Promise<Date | null> {
  if (providers.length === 0) return null;
  const { last } = await unreviewed(db, providers, now)
    .select(sql<Date | null>`min(coalesce(reviewed_at, settled_at))`.as("last"))
    .executeTakeFirstOrThrow();
  return last && new Date(last.getTime() + DAY_MS);
}

function unreviewed(db: Database, providers: readonly string[], now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return db
    .selectFrom("checkouts")
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
            .selectFrom("renewals")
            .select("renewals.reference")
            .whereRef("renewals.checkout_id", "=", "checkouts.checkout_id")
            .where("renewals.paid_at", ">", before(REVIEWED_MS)),
        ),
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
    );
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
