import { type Kysely, sql } from "kysely";

/** A confirmed price says what it renews at as well; null for those of versions before. */
export async function confirmedRenewals(db: Kysely<unknown>): Promise<void> {
  await sql`alter table quotes add column terms text`.execute(db);
}
