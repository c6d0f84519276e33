import { type Kysely, sql } from "kysely";

/** Which sessions that ended are known to stay, so that they are not looked at again at each round. */
export async function sessionsThatStay(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions
    add column stays boolean not null default false`.execute(db);
  await sql`create index sessions_to_look_at on sessions (expires_at) where not stays`.execute(
    db,
  );
}
