import { sql } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import { countOf } from "./count-of.ts";
import type { Database } from "./tables.ts";

/**
 * A plan that goes on renewing although all that was paid for it went back, also where it has taken money since: it was
 * to be ended before.
 */
export interface ReturnedPlan {
  readonly checkout_id: string;
  /** The provider's name for it. */
  readonly reference: string | null;
}

/** What money of the plan, `s`, went back, and when: by the provider's clock, as renewals, since we may hear of it late. */
const BACK = sql`(
  select transaction, coalesce(made_at, at) as at from refunds f
  where f.checkout_id = s.checkout_id and f.status = 'succeeded'
  union all
  select transaction, told_at from disputes d where d.checkout_id = s.checkout_id and d.state = 'lost')`;

/** At some time nothing of the plan, `s`, was left: what was here later, or went back later, was renewed after that. */
const WAS_ALL_BACK = sql<boolean>`exists (
  select 1 from ${BACK} back where not exists (
    select 1 from renewals r where r.checkout_id = s.checkout_id
    and r.state not in (${sql.join(RETURNED)}) and r.paid_at <= back.at)
  and not exists (
    select 1 from ${BACK} later where later.at > back.at and not exists (
      select 1 from renewals r where r.checkout_id = s.checkout_id
      and r.reference = later.transaction and r.paid_at > back.at)))`;

/** All that was paid for the plan, `s`, was taken once too often: another one like it stays, and renews. */
const IS_DUE = sql<boolean>`not exists (
  select 1 from payments p where p.checkout_id = s.checkout_id and not p.refund_due)`;

const IS_RETURNED = sql<boolean>`s.status <> 'cancelled'
  and s.checkout_id in (
    select checkout_id from payments where state in (${sql.join(RETURNED)}))
  and not exists (
    select 1 from payments p where p.checkout_id = s.checkout_id
    and p.state not in (${sql.join(RETURNED)}))
  and (${WAS_ALL_BACK} or ${IS_DUE})`;

/** The plan of one checkout when it is such a one; else null. */
export async function findReturnedPlan(
  db: Database,
  checkoutId: string,
): Promise<ReturnedPlan | null> {
  const plan = await db
    .selectFrom("subscriptions as s")
    .select(["s.checkout_id", "s.reference"])
    .where("s.checkout_id", "=", checkoutId)
    .where(IS_RETURNED)
    .executeTakeFirst();
  return plan ?? null;
}

/** Such plans of some providers, of each as many, those first that it was not asked to end for the longest time. */
export async function findReturnedPlans(
  db: Database,
  providers: readonly string[],
  ofEach: number,
): Promise<(ReturnedPlan & { readonly provider: string })[]> {
  if (providers.length === 0) return [];
  const inTurn = db
    .selectFrom("subscriptions as s")
    .select([
      "s.checkout_id",
      "s.provider",
      "s.reference",
      sql<number>`row_number() over (
        partition by s.provider
        order by s.asked_to_end_at nulls first, s.created_at)`.as("turn"),
    ])
    .where(IS_RETURNED)
    .where("s.provider", "in", providers);
  return db
    .selectFrom(inTurn.as("returned"))
    .select(["checkout_id", "provider", "reference"])
    .where("turn", "<=", ofEach)
    .orderBy("turn")
    .execute();
}

/** Notes that the provider of a plan is asked to end it. */
export async function noteAskedToEnd(
  db: Database,
  checkoutId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ asked_to_end_at: now })
    .where("checkout_id", "=", checkoutId)
    .execute();
}

/** The plan, `s`, is such a one, and has no end. */
export const STILL_RENEWS = sql<boolean>`${IS_RETURNED} and s.ends_at is null`;

/** How many there are that have no end. */
export function countReturnedPlans(db: Database): Promise<number> {
  return countOf(db.selectFrom("subscriptions as s").where(STILL_RENEWS));
}
