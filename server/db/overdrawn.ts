import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** The orders of money of which more went back than was taken, once for each payment and renewal. */
export const OVERDRAWN = sql`
  select checkout_id from payments where state <> 'paid' and refunded + withdrawn > amount
  union all
  select checkout_id from renewals where state <> 'paid' and refunded + withdrawn > amount`;

/**
 * How many payments and renewals there are of which more went back than was taken. Hardly one ends: only where its
 * provider takes back what it has told.
 */
export async function countOverdrawn(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (${OVERDRAWN}) overdrawn`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
