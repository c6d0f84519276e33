import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** A dispute, `d`, that goes on or was lost, and is about no money that is known. */
const IS_UNMATCHED = sql`d.state <> 'won'
  and not exists (select 1 from disputes w
    where w.provider = d.provider and w.reference = d.reference and w.state = 'won' and w.told_at >= d.told_at)
  and not exists (select 1 from payments p where p.checkout_id = d.checkout_id
    and (d.transaction is null or p.transaction is null or p.transaction = d.transaction))
  and not exists (select 1 from renewals n where n.checkout_id = d.checkout_id and n.reference = d.transaction)`;

/** How many orders have refunds or disputes that belong to no payment that is known. */
export async function countUnmatched(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select checkout_id from (
        select checkout_id, sum(amount) as told from refunds r
        where status = 'succeeded' and not exists (
          select 1 from refunds f where f.refund_id = r.refund_id and f.status = 'failed')
        group by checkout_id
      ) refunds left join (
        select checkout_id, sum(refunded) as known from (
          select checkout_id, refunded from payments where state <> 'paid'
          union all
          select checkout_id, refunded from renewals where state <> 'paid'
        ) taken group by checkout_id
      ) money using (checkout_id)
      where told <> coalesce(known, 0)
      union
      select d.checkout_id from disputes d where ${IS_UNMATCHED}
    ) unmatched`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
