import { type Kysely, sql } from "kysely";

/** What a provider cannot say is asked again and again, and known to be unknown. */
export async function unknownPayments(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts
    add column asked_at timestamptz,
    add column unknown_since timestamptz`.execute(db);
}
