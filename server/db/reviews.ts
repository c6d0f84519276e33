import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { Checkout, Database } from "./tables.ts";

/** So long buyers may take their money back through their bank. */
const REVIEWED_MS = 180 * DAY_MS;

/** Whoever was asked last comes last in turn, whether there was an answer or none. */
const LAST_ASKED = sql<Date>`greatest(asked_at, reviewed_at)`;

/**
 * Paid checkouts of some providers that nothing was heard of for a day, of each as many, those that were never asked after
 * first: as long as money may go back, of a renewal as well, and while they renew. What was not answered is asked again
 * after an hour.
 */
export async function findUnreviewed(
  db: Database,
  providers: readonly string[],
  now: Date,
  ofEach: number,
): Promise<Checkout[]> {
  if (providers.length === 0) return [];
  const inTurn = unreviewed(db, providers, now)
    .where((eb) =>
      eb.or([
        eb("asked_at", "is", null),
        eb("asked_at", "<", new Date(now.getTime() - HOUR_MS)),
      ]),
    )
    .select([
      "checkout_id",
      sql<number>`row_number() over (
        partition by provider order by ${LAST_ASKED} nulls first)`.as("turn"),
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
    .orderBy(LAST_ASKED, (order) => order.asc().nullsFirst())
    .execute();
}

/** Since when the one of them was to be heard of that has waited the longest; null where none does. */
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

/** Notes that a provider is asked after a sale (`asked_at`), or has answered that (`reviewed_at`). */
export async function noteReview(
  db: Database,
  checkoutId: string,
  noted: Partial<Pick<Checkout, "asked_at" | "reviewed_at">>,
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set(noted)
    .where("checkout_id", "=", checkoutId)
    .execute();
}
