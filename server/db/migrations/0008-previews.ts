import { type Kysely, sql } from "kysely";

export async function previews(db: Kysely<unknown>): Promise<void> {
  await sql`create table preview_jobs (
    job_id text primary key,
    session_id text not null references sessions,
    device_id text,
    status text not null check (status in ('pending', 'completed', 'failed')),
    styles jsonb,
    prompt text,
    photo bytea,
    picture bytea,
    attempts integer not null,
    claimed_by text,
    claimed_until timestamptz,
    created_at timestamptz not null,
    finished_at timestamptz,
    check (status <> 'completed' or picture is not null)
  )`.execute(db);
  await sql`create index preview_jobs_by_session on preview_jobs (session_id, created_at)`.execute(
    db,
  );
  await sql`create index preview_jobs_waiting on preview_jobs (created_at) where status = 'pending'`.execute(
    db,
  );
}
