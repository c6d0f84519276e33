import { type Kysely, sql } from "kysely";

/** Which renewals were taken after the end of their plan, also where another end is asked for afterwards. */
export async function renewalsAfterEnd(db: Kysely<unknown>): Promise<void> {
  await sql`alter table renewals add column after_end boolean not null default false`.execute(
    db,
  );
}
