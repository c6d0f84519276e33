import { type Kysely, sql } from "kysely";

/** Who asks for their orders, and since when buyers want no more of a plan, until its provider has taken that up. */
export async function plansThatBuyersEnd(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rights_requests
    drop constraint rights_requests_wanted_check,
    add constraint rights_requests_wanted_check check (wanted in ('export', 'erase', 'orders'))`.execute(
    db,
  );
  await sql`alter table subscriptions
    add column cancel_asked_at timestamptz,
    add column cancel_taken_up_at timestamptz`.execute(db);
  await sql`create index subscriptions_to_cancel on subscriptions (cancel_asked_at)
    where cancel_asked_at is not null and cancel_taken_up_at is null`.execute(
    db,
  );
}
