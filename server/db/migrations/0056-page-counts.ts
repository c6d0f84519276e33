import { type Kysely, sql } from "kysely";

/**
 * How far visitors come: sums by day, with nothing about anybody. `within_s` is the upper end of the time that a page
 * was looked at before its visitor went on, 0 where a page was seen.
 */
export async function pageCounts(db: Kysely<unknown>): Promise<void> {
  await sql`create table page_counts (
    day date not null,
    brand text not null,
    funnel text not null,
    page text not null,
    event text not null check (event in ('seen', 'on')),
    within_s integer not null,
    count bigint not null,
    primary key (day, brand, funnel, page, event, within_s)
  )`.execute(db);
}
