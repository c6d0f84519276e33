import { type Kysely, sql } from "kysely";

export async function visitors(db: Kysely<unknown>): Promise<void> {
  await sql`create table visitors (
    visitor_id uuid primary key,
    device_id text unique,
    created_at timestamptz not null
  )`.execute(db);
  await sql`create table sessions (
    session_id text primary key,
    visitor_id uuid not null references visitors,
    is_new_visitor boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create table contacts (
    session_id text not null references sessions,
    event_id uuid not null,
    body_digest text not null,
    fields jsonb not null,
    external_referrer text,
    fbclid text,
    fbp text,
    fbc text,
    created_at timestamptz not null,
    primary key (session_id, event_id)
  )`.execute(db);
}
