import { type Kysely, sql } from "kysely";

/** Which mail was sent once more by a mail with a name of its own. */
export async function mailsAgain(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column again_of text`.execute(db);
  await sql`create index mails_again on mails (again_of) where again_of is not null`.execute(
    db,
  );
}
