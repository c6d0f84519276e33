import { type Kysely, sql } from "kysely";

/** Which mail was sent once more by a mail with a name of its own; and lists that are read from their newest line. */
export async function forOperators(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column again_of text`.execute(db);
  await sql`create index mails_again on mails (again_of) where again_of is not null`.execute(
    db,
  );
  await sql`create index contacts_by_time on contacts (created_at)`.execute(db);
  await sql`create index checkouts_by_time on checkouts (created_at)`.execute(
    db,
  );
  await sql`create index operator_actions_by_time on operator_actions (begun_at)`.execute(
    db,
  );
}
