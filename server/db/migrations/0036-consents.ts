import { type Kysely, sql } from "kysely";

/**
 * What visitors chose about third parties: every choice a row, so that it can be shown what held when. It refers to no
 * session and no visitor by a key: both go sooner where nothing else was left, and earlier versions delete them.
 */
export async function consents(db: Kysely<unknown>): Promise<void> {
  await sql`create table consents (
    session_id text not null,
    event_id uuid not null,
    visitor_id uuid not null,
    brand text not null,
    version integer not null,
    purposes jsonb not null,
    chosen_at timestamptz not null,
    stored_at timestamptz not null,
    primary key (session_id, event_id)
  )`.execute(db);
  await sql`create index old_consents on consents (stored_at)`.execute(db);
  await sql`create index consents_by_visitor on consents (visitor_id)`.execute(
    db,
  );
}
