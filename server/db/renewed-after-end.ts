import { type RawBuilder, sql, type Transaction } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import type { Database, Tables } from "./tables.ts";

/**
 * The renewal, `r`, was taken when its plan, `s`, was over by what its provider had said, or when its buyer had asked for
 * the end and the provider had not taken that up.
 */
const WAS_AFTER_END = sql<boolean>`(r.after_end or r.paid_at >= s.told_end
  or (r.paid_at > s.cancel_asked_at
    and (s.cancel_taken_up_at is null or r.paid_at <= s.cancel_taken_up_at)))`;

/** Such a renewal that is still here. */
const IS_AFTER_END = sql<boolean>`${WAS_AFTER_END}
  and r.state not in (${sql.join(RETURNED)})`;

/** The plan, `s`, has such renewals. */
export const RENEWED_AFTER_END = sql<boolean>`exists (
  select 1 from renewals r where r.checkout_id = s.checkout_id and ${IS_AFTER_END})`;

/** Keeps in mind which renewals of a plan were, before it is to have another end. */
export async function keepRenewedAfterEnd(
  trx: Transaction<Tables>,
  checkoutId: string,
): Promise<void> {
  await sql`update renewals r set after_end = true from subscriptions s
    where r.checkout_id = ${checkoutId} and s.checkout_id = r.checkout_id
      and not r.after_end and ${WAS_AFTER_END}`.execute(trx);
}

/** How many renewals were taken after the end of their plan, and have not gone back. */
export function countRenewedAfterEnd(db: Database): Promise<number> {
  return countRenewals(db, IS_AFTER_END);
}

/** How many there ever were. */
export function countEverRenewedAfterEnd(db: Database): Promise<number> {
  return countRenewals(db, WAS_AFTER_END);
}

async function countRenewals(
  db: Database,
  isOne: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count
    from renewals r join subscriptions s using (checkout_id)
    where ${isOne}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
