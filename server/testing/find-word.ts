import { sql } from "kysely";
import type { Database } from "../db/tables.ts";

/** The tables of all schemas in which a word stands somewhere. */
export async function tablesWith(
  db: Database,
  word: string,
): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  if (rows.length <= 25) throw new Error("there are more tables than that");
  const found = [];
  for (const { schema, name } of rows) {
    const hits = await sql`select 1 from ${sql.table(`${schema}.${name}`)} t
      where position(${word.toLowerCase()} in lower(t::text)) > 0 limit 1`.execute(
      db,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found.toSorted();
}
