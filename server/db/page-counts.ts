import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** What is counted of a page: that it was seen, or that its visitor went on after at most `within_s` seconds. */
export interface CountedPage {
  /** In UTC: `2027-01-31`. */
  readonly day: string;
  readonly brand: string;
  readonly funnel: string;
  /** The id of its step. */
  readonly page: string;
  readonly event: "seen" | "on";
  /** 0 where it was seen, and where the time is not known. */
  readonly within_s: number;
}

export interface PageCount extends CountedPage {
  readonly count: number;
}

/** Adds to the sums. Counts of the same thing belong together: a statement changes no row twice. */
export async function addPageCounts(
  db: Database,
  counts: readonly PageCount[],
): Promise<void> {
  if (counts.length === 0) return;
  // In one order: statements that lock rows in different orders wait for each other for ever.
  const inOrder = counts.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  await db
    .insertInto("page_counts")
    .columns(["day", "brand", "funnel", "page", "event", "within_s", "count"])
    // As one parameter: a statement takes 65,535 of them, and days without the database leave more.
    .expression(
      sql`select day, brand, funnel, page, event, within_s, count
        from rows from (jsonb_to_recordset(${JSON.stringify(inOrder)}::jsonb) as (
          day date, brand text, funnel text, page text, event text, within_s integer, count bigint
        )) with ordinality as one(day, brand, funnel, page, event, within_s, count, place)
        order by place`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(["day", "brand", "funnel", "page", "event", "within_s"])
        .doUpdateSet({
          count: sql`page_counts.count + excluded.count`,
        }),
    )
    .execute();
}

/** By which counts are told apart. */
export function orderOf(one: CountedPage): string {
  const { day, brand, funnel, page, event, within_s } = one;
  return JSON.stringify([day, brand, funnel, page, event, within_s]);
}

/** Sums over some days, of one funnel or of all. */
export async function sumPageCounts(
  db: Database,
  asked: {
    readonly funnel: { readonly brand: string; readonly id: string } | null;
    /** The first day, and the first one behind the last: `2027-01-31`. */
    readonly since: string;
    readonly before: string | null;
  },
): Promise<Omit<PageCount, "day">[]> {
  const { funnel, since, before } = asked;
  let rows = db
    .selectFrom("page_counts")
    .select(["brand", "funnel", "page", "event", "within_s"])
    .select(({ fn }) => fn.sum<string>("count").as("sum"))
    .where("day", ">=", sql<Date>`${since}::date`)
    .groupBy(["brand", "funnel", "page", "event", "within_s"]);
  if (before !== null)
    rows = rows.where("day", "<", sql<Date>`${before}::date`);
  if (funnel !== null)
    rows = rows
      .where("brand", "=", funnel.brand)
      .where("funnel", "=", funnel.id);
  const found = await rows.execute();
  return found.map(({ sum, ...row }) => ({ ...row, count: Number(sum) }));
}
