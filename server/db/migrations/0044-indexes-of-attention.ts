import { type Kysely, sql } from "kysely";

/** What is counted each minute, and is a few rows of very many. */
export async function indexesOfAttention(db: Kysely<unknown>): Promise<void> {
  await sql`create index payments_due on payments (checkout_id)
    where refund_due and refunded_at is null`.execute(db);
  await sql`create index unknown_checkouts on checkouts (unknown_since)
    where unknown_since is not null`.execute(db);
  await sql`create index untold_checkouts on checkouts (untold_since)
    where untold_since is not null`.execute(db);
}
