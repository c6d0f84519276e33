import { type Kysely, sql } from "kysely";

/**
 * What happens after a sale. Refunds and disputes are rows that are added, one for each thing told; what they come to is
 * kept with the money that they belong to.
 */
export async function ledger(db: Kysely<unknown>): Promise<void> {
  await refundsAndDisputes(db);
  await keptWithMoney(db);
  await renewals(db);
  await forOperators(db);
}

async function refundsAndDisputes(db: Kysely<unknown>): Promise<void> {
  await sql`create table refunds (
    refund_id text not null,
    status text not null check (status in ('requested', 'succeeded', 'failed')),
    checkout_id text not null references checkouts,
    transaction text,
    amount integer not null check (amount > 0),
    currency text not null,
    reference text,
    reason text,
    at timestamptz not null,
    primary key (refund_id, status)
  )`.execute(db);
  await sql`create index refunds_by_checkout on refunds (checkout_id)`.execute(
    db,
  );
  await sql`create table disputes (
    provider text not null,
    reference text not null,
    state text not null check (state in ('open', 'won', 'lost')),
    told_at timestamptz not null,
    checkout_id text not null references checkouts,
    transaction text,
    amount integer not null check (amount >= 0),
    withdrawn integer not null check (withdrawn >= 0),
    currency text not null,
    reason text,
    at timestamptz not null,
    primary key (provider, reference, state, told_at)
  )`.execute(db);
  await sql`create index disputes_by_checkout on disputes (checkout_id)`.execute(
    db,
  );
}

async function keptWithMoney(db: Kysely<unknown>): Promise<void> {
  for (const table of ["payments", "renewals"]) {
    await sql`alter table ${sql.table(table)}
      add column refunded integer not null default 0,
      add column withdrawn integer not null default 0,
      add column state text not null default 'paid'
        check (state in ('paid', 'partly_refunded', 'refunded', 'disputed', 'charged_back'))`.execute(
      db,
    );
    await sql`create index ${sql.ref(`changed_${table}`)} on ${sql.table(table)} (state)
      where state <> 'paid'`.execute(db);
  }
  // What was given back by hand before, and noted with the payment.
  await sql`insert into refunds (refund_id, status, checkout_id, transaction, amount, currency, reason, at)
    select 'by hand ' || payment_id, 'succeeded', checkout_id, transaction, amount, currency, 'taken once too often', refunded_at
    from payments where refunded_at is not null and amount > 0`.execute(db);
  await sql`update payments set refunded = amount, state = 'refunded'
    where refunded_at is not null`.execute(db);
}

async function renewals(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions
    add column ends_at timestamptz,
    add column told_at timestamptz`.execute(db);
  await sql`create table failed_renewals (
    reference text not null,
    attempt integer not null,
    checkout_id text not null references checkouts,
    amount integer not null,
    currency text not null,
    next_try_at timestamptz,
    failed_at timestamptz not null,
    primary key (reference, attempt)
  )`.execute(db);
  await sql`create index failed_renewals_by_checkout on failed_renewals (checkout_id)`.execute(
    db,
  );
}

async function forOperators(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column reviewed_at timestamptz`.execute(
    db,
  );
  await sql`create index paid_checkouts on checkouts (provider, reviewed_at)
    where status = 'paid'`.execute(db);
  await sql`create table operator_actions (
    action_id uuid primary key,
    action text not null,
    subject text not null,
    asked jsonb not null,
    outcome jsonb,
    begun_at timestamptz not null,
    ended_at timestamptz
  )`.execute(db);
  await sql`create index operator_actions_by_subject on operator_actions (subject, begun_at)`.execute(
    db,
  );
}
