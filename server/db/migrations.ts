import { type Kysely, type Migration, Migrator, sql } from "kysely";
import type { Database } from "./tables.ts";

/** In order of their names. A migration that has run somewhere is never edited: the next one mends it. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-visitors": { up: visitors },
  "0002-payments": { up: payments },
  "0003-auth-tokens": { up: authTokens },
  "0004-call-limits": { up: callLimits },
  "0005-experiments": { up: experiments },
  "0006-providers": { up: providers },
};

/** Brings the database to the newest form; safe to run from several processes at once. Throws what went wrong. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function visitors(db: Kysely<unknown>): Promise<void> {
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

async function payments(db: Kysely<unknown>): Promise<void> {
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

async function authTokens(db: Kysely<unknown>): Promise<void> {
  await sql`create table auth_tokens (
    token_digest text primary key,
    brand text not null,
    email text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index auth_tokens_by_email on auth_tokens (email)`.execute(
    db,
  );
  await sql`create index contacts_by_email on contacts (lower(fields->>'email'))`.execute(
    db,
  );
  await sql`create index checkouts_by_email on checkouts (lower(email))`.execute(
    db,
  );
}

async function callLimits(db: Kysely<unknown>): Promise<void> {
  // Unlogged: a crash may forget it, and nobody waits for the disk.
  await sql`create unlogged table call_limits (
    key text primary key,
    begun_at timestamptz not null,
    calls integer not null
  )`.execute(db);
}

async function experiments(db: Kysely<unknown>): Promise<void> {
  await sql`create table ab_configurations (
    configuration_id text primary key,
    brand text not null,
    variable_block text not null,
    variants jsonb not null,
    first_used_at timestamptz not null
  )`.execute(db);
  await sql`create table ab_assignments (
    brand text not null,
    variable_block text not null,
    visitor_id uuid not null references visitors,
    configuration_id text not null references ab_configurations,
    component text not null,
    source text not null check (source in ('server', 'device', 'forced')),
    mixed boolean not null,
    assigned_at timestamptz not null,
    exposed_at timestamptz,
    primary key (brand, variable_block, visitor_id)
  )`.execute(db);
  await sql`create table conversions (
    brand text not null,
    variable_block text not null,
    visitor_id uuid not null,
    converted_at timestamptz not null,
    primary key (brand, variable_block, visitor_id),
    foreign key (brand, variable_block, visitor_id) references ab_assignments
  )`.execute(db);
}

async function providers(db: Kysely<unknown>): Promise<void> {
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
