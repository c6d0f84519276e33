import { type Kysely, sql } from "kysely";

/** Orders that nothing was ever told of, and nobody can be asked about; and when a refund on its way was last asked after. */
export async function askedAfter(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column untold_since timestamptz`.execute(
    db,
  );
  await sql`alter table refunds add column asked_at timestamptz`.execute(db);
}
