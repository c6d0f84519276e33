import { type Kysely, sql } from "kysely";

/** How often a countdown was extended: of two ends, the one that was extended more often counts. */
export async function extendedCountdowns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table countdowns add column extended integer not null default 0`.execute(
    db,
  );
}
