import { type Kysely, sql } from "kysely";

/** When a refund was made by its provider's clock, which may be long before we hear of it; null: nobody has said. */
export async function timesOfRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column made_at timestamptz`.execute(db);
}
