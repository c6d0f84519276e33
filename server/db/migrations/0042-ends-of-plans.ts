import { type Kysely, sql } from "kysely";

/** From when on nothing is to be charged for a plan, as its provider said last, and when it said so. */
export async function endsOfPlans(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column told_end timestamptz, add column told_end_at timestamptz`.execute(
    db,
  );
  await sql`update subscriptions
    set told_end = coalesce(ends_at, told_at), told_end_at = told_at
    where ends_at is not null or status = 'cancelled'`.execute(db);
}
