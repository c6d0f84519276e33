import { sql } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import type { Database } from "./tables.ts";

/** A plan that goes on renewing although all that was paid for it went back. */
export interface ReturnedPlan {
  readonly checkout_id: string;
  /** The provider's name for it. */
  readonly reference: string | null;
}

const IS_RETURNED = sql<boolean>`s.status <> 'cancelled'
  and exists (select 1 from payments p where p.checkout_id = s.checkout_id)
  and not exists (
    select 1 from payments p where p.checkout_id = s.checkout_id
    and p.state not in (${sql.join(RETURNED)}))
  and not exists (
    select 1 from renewals r where r.checkout_id = s.checkout_id
    and r.state not in (${sql.join(RETURNED)}))`;

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

/** Such plans of some providers, oldest first. */
export async function findReturnedPlans(
  db: Database,
  providers: readonly string[],
  count: number,
): Promise<ReturnedPlan[]> {
  if (providers.length === 0) return [];
  return db
    .selectFrom("subscriptions as s")
    .select(["s.checkout_id", "s.reference"])
    .where(IS_RETURNED)
    .where("s.provider", "in", providers)
    .orderBy("s.created_at")
    .limit(count)
    .execute();
}

/** How many there are that have no end. */
export async function countReturnedPlans(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("subscriptions as s")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where(IS_RETURNED)
    .where("s.ends_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
