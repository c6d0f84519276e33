import { type Kysely, sql } from "kysely";

/** Where the page is on which something was ordered: a brand may be at several hosts. */
export async function pagesOfOrders(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column page_origin text`.execute(db);
}
