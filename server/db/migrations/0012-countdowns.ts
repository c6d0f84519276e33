import { type Kysely, sql } from "kysely";

/** When a countdown ends for whoever holds it: a session, or an email. */
export async function countdowns(db: Kysely<unknown>): Promise<void> {
  await sql`create table countdowns (
    brand text not null,
    funnel text not null,
    holder text not null,
    ends_at timestamptz not null,
    primary key (brand, holder, funnel)
  )`.execute(db);
  await sql`create index old_countdowns on countdowns (ends_at)`.execute(db);
}
