import { type Kysely, sql } from "kysely";

/** Which devices that are gone are known to stay as a number, so that they are not looked at again at each round. */
export async function visitorsThatStay(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitors
    add column stays boolean not null default false`.execute(db);
  await sql`create index visitors_to_look_at on visitors (seen_at) where not stays`.execute(
    db,
  );
}
