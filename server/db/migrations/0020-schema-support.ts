import { type Kysely, sql } from "kysely";

/** One row: the newest migration that a version must know at least to run on this schema. None: every version may. */
export async function schemaSupport(db: Kysely<unknown>): Promise<void> {
  await sql`create table schema_support (
    only_row boolean primary key default true check (only_row),
    runs_from text not null
  )`.execute(db);
}
