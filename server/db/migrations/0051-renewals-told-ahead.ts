import { type Kysely, sql } from "kysely";

/** Of which next payment the buyer of a plan was told beforehand, and of how much. */
export async function renewalsToldAhead(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column told_renewal timestamptz,
    add column told_amount integer`.execute(db);
  await sql`create index subscriptions_to_renew on subscriptions (renews_at)
    where status = 'active' and ends_at is null and not paused`.execute(db);
}
