import { type Kysely, sql } from "kysely";

/** By what messages are found that are about a person or an order; by the visit they are found already. */
export async function indexesOfMessages(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_by_email on outbox (lower(payload->>'email'))`.execute(
    db,
  );
  await sql`create index messages_by_order on outbox ((payload->>'checkout_id'))`.execute(
    db,
  );
  await sql`create index messages_by_contact on outbox ((payload->>'event_id'))
    where kind = 'contact.stored'`.execute(db);
}
