import { type Kysely, sql } from "kysely";

/**
 * Contacts say at which funnel they were left, so that a funnel's own mail can follow. A message that is about a visit, and
 * about no order, says whose. Whoever has asked for no more such mails is known by a digest of the email.
 */
export async function mailsToContacts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contacts add column brand text, add column funnel text`.execute(
    db,
  );
  await sql`alter table outbox add column session_id text`.execute(db);
  await sql`create index messages_by_session on outbox (session_id)
    where session_id is not null`.execute(db);
  await sql`create table unsubscribe_links (
    token_digest text primary key,
    brand text not null,
    holder text not null,
    mail_id text not null,
    made_at timestamptz not null,
    used_at timestamptz
  )`.execute(db);
  await sql`create index unsubscribe_links_by_holder on unsubscribe_links (holder)`.execute(
    db,
  );
}
