import { type Kysely, sql } from "kysely";

/**
 * What every visit wrote and nobody reads any more, since what stays is marked: sessions by their end and devices by
 * their last visit are looked at by the indexes of those that are not marked.
 */
export async function indexesWithoutReaders(
  db: Kysely<unknown>,
): Promise<void> {
  await sql`drop index sessions_by_end`.execute(db);
  await sql`drop index visitors_seen`.execute(db);
}
