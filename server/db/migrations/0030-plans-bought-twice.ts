import { type Kysely, sql } from "kysely";

/** A plan that the same email had bought before, in another session. */
export async function plansBoughtTwice(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column also_of text`.execute(db);
  await sql`create index plans_bought_twice on subscriptions (also_of)
    where also_of is not null`.execute(db);
}
