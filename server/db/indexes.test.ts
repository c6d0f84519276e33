import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../testing/database.ts";
import type { Database } from "./tables.ts";

let db: Database;
let close = async () => {};
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
afterAll(() => close());

/** Only found by the whole of its key. */
const NEVER_ALONE = ["conversions.visitor_id"];

test("whatever is kept of a person is found without reading the whole table", async () => {
  const { rows } = await sql<{ place: string; is_first: boolean }>`
    select c.table_name || '.' || c.column_name as place, exists (
      select 1 from pg_index i join pg_attribute a
        on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.table_name::regclass and a.attname = c.column_name
    ) as is_first
    from information_schema.columns c
    where table_schema = 'public' and column_name in ('holder', 'session_id', 'visitor_id')
    order by place`.execute(db);
  expect(rows.length).toBeGreaterThan(10);
  const slow = rows.filter(({ is_first }) => !is_first);
  expect(slow.map(({ place }) => place)).toEqual(NEVER_ALONE);
});
