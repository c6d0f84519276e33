import { type Kysely, sql } from "kysely";

/** Messages of providers that could not be dealt with: what they are about, and why. */
export async function messagesLeft(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_events
    add column checkout_id text,
    add column no_order boolean not null default false,
    add column problem text`.execute(db);
  await sql`create index messages_left on webhook_events (received_at)
    where processed_at is null`.execute(db);
  await sql`create index messages_left_by_checkout on webhook_events (checkout_id)
    where processed_at is null`.execute(db);
}
