import { type RawBuilder, sql } from "kysely";
import type { Database } from "./tables.ts";

/** What a row tells is about no money of its order that is known, as the ledger looks for it. */
function fitsNothing(row: string): RawBuilder<boolean> {
  const [order, transaction] = ["checkout_id", "transaction"].map((column) =>
    sql.ref(`${row}.${column}`),
  );
  return sql<boolean>`not exists (select 1 from payments p where p.checkout_id = ${order}
    and (${transaction} is null or p.transaction is null or p.transaction = ${transaction}))
  and not exists (select 1 from renewals n where n.checkout_id = ${order} and n.reference = ${transaction})`;
}

/** A refund, `r`, that was made, and is of no money that is known. */
const WAS_UNMATCHED = sql`r.status = 'succeeded' and ${fitsNothing("r")}`;

/** A dispute, `d`, that goes on or was lost, and is about no money that is known. */
const IS_UNMATCHED = sql`d.state <> 'won'
  and not exists (select 1 from disputes w
    where w.provider = d.provider and w.reference = d.reference and w.state = 'won' and w.told_at >= d.told_at)
  and ${fitsNothing("d")}`;

/** The orders that have refunds or disputes which belong to no money that is known, each once. */
export const UNMATCHED = sql`
  select r.checkout_id from refunds r where ${WAS_UNMATCHED}
  and not exists (select 1 from refunds f where f.refund_id = r.refund_id and f.status = 'failed')
  union
  select d.checkout_id from disputes d where ${IS_UNMATCHED}`;

/** How many such orders there are. */
export async function countUnmatched(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (${UNMATCHED}) unmatched`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many refunds and disputes were ever told whose money is not known to this day, whatever became of them. */
export async function countEverUnmatched(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from refunds r where ${WAS_UNMATCHED})
      + (select count(distinct (d.provider, d.reference)) from disputes d
        where d.state <> 'won' and ${fitsNothing("d")}) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
