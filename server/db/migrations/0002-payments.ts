import { type Kysely, sql } from "kysely";

export async function payments(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_methods (
    method_id text primary key,
    session_id text not null references sessions,
    provider text not null,
    token text not null,
    brand text not null,
    last4 text not null check (length(last4) = 4),
    saved_at timestamptz not null,
    unique (session_id, provider, token)
  )`.execute(db);
  await sql`create table checkouts (
    checkout_id text primary key,
    session_id text not null references sessions,
    brand text not null,
    provider text not null,
    status text not null check (status in ('open', 'paid', 'declined', 'cancelled', 'needs_authentication')),
    product text not null,
    product_name text not null,
    amount integer not null check (amount >= 0),
    currency text not null,
    renewal_amount integer,
    renewal_days integer,
    event_id uuid not null,
    return_path text not null,
    return_origin text not null,
    email text,
    details jsonb not null,
    card_token text,
    card_brand text,
    card_last4 text,
    created_at timestamptz not null,
    settled_at timestamptz
  )`.execute(db);
  await sql`create table quotes (
    session_id text not null references sessions,
    event_id uuid not null,
    product text not null,
    amount integer not null,
    currency text not null,
    fbp text,
    fbc text,
    confirmed_at timestamptz not null,
    reference text unique,
    method_id text references saved_methods,
    checkout_id text references checkouts,
    primary key (session_id, event_id)
  )`.execute(db);
  await sql`create table payments (
    payment_id text primary key,
    checkout_id text not null unique references checkouts,
    session_id text not null references sessions,
    amount integer not null,
    currency text not null,
    card_brand text,
    card_last4 text,
    paid_at timestamptz not null
  )`.execute(db);
  await sql`create index payments_by_session on payments (session_id)`.execute(
    db,
  );
  await sql`create table idempotency_keys (
    session_id text not null references sessions,
    key uuid not null,
    body_digest text not null,
    answer jsonb,
    started_at timestamptz not null,
    primary key (session_id, key)
  )`.execute(db);
}
