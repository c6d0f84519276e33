import { type Kysely, sql } from "kysely";

/** Whether a plan's provider charges nothing for the time being. */
export async function pausedPlans(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column paused boolean not null default false`.execute(db);
}
