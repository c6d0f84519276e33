import { type Kysely, sql } from "kysely";

/** Which message a mail is about that is being sent, so that another one about the same mail waits. */
export async function mailsUnderWay(db: Kysely<unknown>): Promise<void> {
  await sql`alter table unsubscribe_links add column message_id uuid`.execute(
    db,
  );
  await sql`create index unsubscribe_links_by_mail on unsubscribe_links (mail_id)`.execute(
    db,
  );
}
