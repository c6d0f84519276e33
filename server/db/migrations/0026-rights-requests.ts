import { type Kysely, sql } from "kysely";

/** Who has asked for a copy or the erasure of what is kept, until they have followed the link that was sent to them. */
export async function rightsRequests(db: Kysely<unknown>): Promise<void> {
  await sql`create table rights_requests (
    request_id uuid primary key,
    wanted text not null check (wanted in ('export', 'erase')),
    brand text not null,
    email text not null,
    origin text not null,
    token_digest text unique,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index rights_requests_by_email on rights_requests (email)`.execute(
    db,
  );
  await sql`create index rights_requests_by_end on rights_requests (expires_at)`.execute(
    db,
  );
}
