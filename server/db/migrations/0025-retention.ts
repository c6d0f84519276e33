import { type Kysely, sql } from "kysely";

/** Which brand a visit belongs to, when a device was last there, and whose sessions have had their time. */
export async function retention(db: Kysely<unknown>): Promise<void> {
  // Devices that came before are kept for a whole period from now: nobody knows when they were last there.
  await sql`alter table visitors add column seen_at timestamptz not null default now()`.execute(
    db,
  );
  await sql`alter table visitors add column brand text`.execute(db);
  await sql`alter table sessions add column brand text`.execute(db);
  await sql`alter table sessions add column erased_at timestamptz`.execute(db);
  await sql`create index sessions_kept on sessions (expires_at) where erased_at is null`.execute(
    db,
  );
  await sql`create index sessions_by_visitor on sessions (visitor_id)`.execute(
    db,
  );
  await sql`create index visitors_seen on visitors (seen_at)`.execute(db);
}
