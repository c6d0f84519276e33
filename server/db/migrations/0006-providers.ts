import { type Kysely, sql } from "kysely";

export async function providers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts
    add column provider_reference text,
    add column provider_page text,
    add column first_days integer`.execute(db);
  await sql`create index open_checkouts on checkouts (created_at)
    where status in ('open', 'needs_authentication')`.execute(db);
  await sql`create table subscriptions (
    checkout_id text primary key references checkouts,
    session_id text not null references sessions,
    provider text not null,
    reference text unique,
    status text not null check (status in ('active', 'past_due', 'cancelled')),
    amount integer not null,
    currency text not null,
    every_days integer not null,
    renews_at timestamptz not null,
    created_at timestamptz not null
  )`.execute(db);
  await sql`create table renewals (
    reference text primary key,
    checkout_id text not null references checkouts,
    amount integer not null,
    currency text not null,
    paid_at timestamptz not null
  )`.execute(db);
  await sql`create index renewals_by_checkout on renewals (checkout_id)`.execute(
    db,
  );
  await sql`create table webhook_events (
    event_id text primary key,
    provider text not null,
    type text not null,
    received_at timestamptz not null,
    processed_at timestamptz
  )`.execute(db);
}
