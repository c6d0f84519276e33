import { type Kysely, sql } from "kysely";

/** When a countdown ends by the server's clock, where the page of its session has shown less; null: when it ends. */
export async function deadlinesOfPages(db: Kysely<unknown>): Promise<void> {
  await sql`alter table countdowns add column server_ends_at timestamptz`.execute(
    db,
  );
}
