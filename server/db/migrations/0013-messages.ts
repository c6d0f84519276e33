import { type Kysely, sql } from "kysely";

/**
 * Messages stay until every receiver has them: each has a place in one order, and a receiver is how far it has come.
 * Places are given when a message is seen by others, not when it is written: transactions do not end in the order in
 * which they began. Columns of the engines before stay, without a use, for processes of the version before: they may run
 * beside ours for a while.
 */
export async function messages(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox
    alter column next_try_at drop not null,
    alter column tries drop not null,
    add column place bigint unique`.execute(db);
  await sql`alter table preview_jobs alter column attempts set default 0`.execute(
    db,
  );
  await writeWhatWasNotTold(db);
  await sql`delete from outbox where sent_at is not null`.execute(db);
  await sql`drop index unsent`.execute(db);
  await sql`create index messages_without_place on outbox (created_at) where place is null`.execute(
    db,
  );
  await sql`create sequence message_places`.execute(db);
  await sql`create table receivers (
    name text primary key,
    place bigint not null,
    seen_at timestamptz not null
  )`.execute(db);
  await sql`create table mails (
    mail_id text primary key,
    sent_at timestamptz not null
  )`.execute(db);
}

/** While nobody was told, no message was written: those of the last 30 days are, for whoever is told from now on. */
async function writeWhatWasNotTold(db: Kysely<unknown>): Promise<void> {
  await sql`insert into outbox (message_id, kind, payload, created_at)
    select gen_random_uuid(), kind, payload, created_at from (
      select 'contact.stored' as kind, created_at,
        fields || jsonb_build_object('event_id', event_id) as payload
      from contacts
      union all
      select 'payment.taken', paid_at, jsonb_build_object(
        'checkout_id', c.checkout_id, 'brand', c.brand, 'product', c.product,
        'amount', p.amount, 'currency', p.currency, 'email', c.email,
        'event_id', c.event_id, 'details', c.details)
      from payments p join checkouts c using (checkout_id)
      union all
      select 'renewal.taken', paid_at, jsonb_build_object(
        'reference', reference, 'checkout_id', checkout_id, 'amount', amount, 'currency', currency)
      from renewals
    ) told
    where created_at > now() - interval '30 days'
      and not exists (select 1 from outbox)`.execute(db);
}
