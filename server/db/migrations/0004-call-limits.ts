import { type Kysely, sql } from "kysely";

export async function callLimits(db: Kysely<unknown>): Promise<void> {
  // Unlogged: a crash may forget it, and nobody waits for the disk.
  await sql`create unlogged table call_limits (
    key text primary key,
    begun_at timestamptz not null,
    calls integer not null
  )`.execute(db);
}
