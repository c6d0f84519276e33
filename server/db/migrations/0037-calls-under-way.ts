import { type Kysely, sql } from "kysely";

/** Which call to its provider is under way for an order, and since when: two that would each take money must not meet. */
export async function callsUnderWay(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checkouts
      add column busy_with text,
      add column busy_since timestamptz`.execute(db);
}
