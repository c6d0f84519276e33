import { type Kysely, sql } from "kysely";

/** When a provider was last asked to end a plan whose money went back. */
export async function plansAskedToEnd(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column asked_to_end_at timestamptz`.execute(db);
}
