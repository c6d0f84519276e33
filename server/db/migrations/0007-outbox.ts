import { type Kysely, sql } from "kysely";

export async function outbox(db: Kysely<unknown>): Promise<void> {
  await sql`create table outbox (
    message_id uuid primary key,
    kind text not null,
    payload jsonb not null,
    created_at timestamptz not null,
    next_try_at timestamptz not null,
    tries integer not null,
    sent_at timestamptz
  )`.execute(db);
  await sql`create index unsent on outbox (next_try_at) where sent_at is null`.execute(
    db,
  );
  await sql`create index sessions_by_end on sessions (expires_at)`.execute(db);
  await sql`create index keys_by_start on idempotency_keys (started_at)`.execute(
    db,
  );
  await sql`create index checkouts_by_session on checkouts (session_id)`.execute(
    db,
  );
  await sql`create index quotes_by_method on quotes (method_id)`.execute(db);
}
