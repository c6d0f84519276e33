import { type Kysely, sql } from "kysely";

/** Which network a picture that waits was asked for from, as a digest, and in which of its turns it is made. */
export async function pictureTurns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table preview_jobs add column network text`.execute(db);
  await sql`alter table preview_jobs add column turn integer not null default 0`.execute(
    db,
  );
}
