import { type RawBuilder, sql } from "kysely";
import { HOUR_MS } from "../durations.ts";
import { countOf } from "./count-of.ts";
import { keepRenewedAfterEnd } from "./renewed-after-end.ts";
import type { SubscriptionStatus } from "../ledger/subscription.ts";
import type { Database } from "./tables.ts";

/** A plan whose buyer has asked for its end, and whose provider has not taken that up. */
export interface PlanToCancel {
  readonly checkout_id: string;
  readonly provider: string;
  /** The provider's name for it. */
  readonly reference: string | null;
  /** Until when it is paid for. */
  readonly renews_at: Date;
  readonly status: SubscriptionStatus;
}

const COLUMNS = [
  "checkout_id",
  "provider",
  "reference",
  "renews_at",
  "status",
] as const;

/** The plan, `s`, goes on: it is neither over nor about to be. */
const RENEWS = sql<boolean>`s.status <> 'cancelled' and s.ends_at is null`;

/** The plan, `s`, is such a one. */
export const IS_TO_CANCEL = sql<boolean>`s.cancel_asked_at is not null
  and s.cancel_taken_up_at is null and ${RENEWS}`;

/**
 * Writes down that the buyer of a plan wants no more of it. Asked again it stays the first time, unless the plan was taken
 * up again meanwhile, at its provider. Answers the plan while it is to be ended; null where there is nothing to end.
 */
export function askToCancel(
  db: Database,
  checkoutId: string,
  now: Date,
): Promise<PlanToCancel | null> {
  return db.transaction().execute(async (trx) => {
    const plan = await trx
      .selectFrom("subscriptions as s")
      .select(COLUMNS)
      .where("s.checkout_id", "=", checkoutId)
      .where(RENEWS)
      .forUpdate()
      .executeTakeFirst();
    if (plan === undefined) return null;
    await keepRenewedAfterEnd(trx, checkoutId);
    await trx
      .updateTable("subscriptions as s")
      .set({
        cancel_asked_at: sql<Date>`case when ${IS_TO_CANCEL} then s.cancel_asked_at else ${now} end`,
        cancel_taken_up_at: null,
      })
      .where("s.checkout_id", "=", checkoutId)
      .execute();
    return plan;
  });
}

/**
 * When the end of a plan was taken up, now that its provider tells of an end: it is not asked again then. What was told
 * before the buyer asked is no answer to that; messages tell whole seconds. It is not the time at which that was told,
 * because a provider may charge while it is asked.
 */
export function takenUpAt(toldAt: Date, now: Date): RawBuilder<Date | null> {
  return sql`case when cancel_taken_up_at is null and date_trunc('second', cancel_asked_at) <= ${toldAt}
    then ${now} else cancel_taken_up_at end`;
}

/** Such plans of some providers, of each as many, those first that it was not asked to end for the longest time. */
export async function findPlansToCancel(
  db: Database,
  providers: readonly string[],
  ofEach: number,
): Promise<PlanToCancel[]> {
  if (providers.length === 0) return [];
  const inTurn = db
    .selectFrom("subscriptions as s")
    .select(COLUMNS)
    .select([
      sql<number>`row_number() over (
        partition by s.provider
        order by s.asked_to_end_at nulls first, s.cancel_asked_at)`.as("turn"),
    ])
    .where(IS_TO_CANCEL)
    .where("s.provider", "in", providers);
  return db
    .selectFrom(inTurn.as("asked"))
    .select(COLUMNS)
    .where("turn", "<=", ofEach)
    .orderBy("turn")
    .execute();
}

/** How many have waited for an hour. */
export function countPlansToCancel(db: Database, now: Date): Promise<number> {
  return countOf(
    db
      .selectFrom("subscriptions as s")
      .where(IS_TO_CANCEL)
      .where("s.cancel_asked_at", "<=", new Date(now.getTime() - HOUR_MS)),
  );
}
