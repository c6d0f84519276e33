import { type RawBuilder, sql } from "kysely";
import type { Database } from "./tables.ts";

/**
 * The time by which budgets are counted. `now` is an expression of the database, which all processes share; `ticks` are
 * milliseconds of this process that no clock sets back.
 */
export interface LimitClock {
  readonly now: () => RawBuilder<Date>;
  readonly ticks: () => number;
}

export const databaseClock: LimitClock = {
  now: () => sql<Date>`clock_timestamp()`,
  ticks: () => performance.now(),
};

/** A window that begins later than now was begun before the clock was set back; so much is between two looks at it. */
const TOLERANCE_MS = 1_000;

/** What is spent of a key's budget in its present window, and how much of that window is left in milliseconds. */
interface Spent {
  readonly key: string;
  readonly calls: number;
  readonly leftMs: number;
}

/**
 * Spends calls of several keys' budgets, over all processes, in one statement. A window begins with the first call after
 * the last one ended.
 */
export async function spend(
  db: Database,
  wanted: ReadonlyMap<string, number>,
  {
    windowMs,
    clock,
  }: { readonly windowMs: number; readonly clock: LimitClock },
): Promise<Spent[]> {
  const now = clock.now();
  const ago = (ms: number) => sql`${now} - ${ms} * interval '1 millisecond'`;
  const isOver = sql<boolean>`(call_limits.begun_at <= ${ago(windowMs)} or call_limits.begun_at > ${ago(-TOLERANCE_MS)})`;
  // In order of their keys: statements that lock rows in different orders wait for each other for ever.
  const rows = [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return db
    .insertInto("call_limits")
    .values(rows.map(([key, calls]) => ({ key, begun_at: now, calls })))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        calls: sql`case when ${isOver} then excluded.calls else call_limits.calls + excluded.calls end`,
        begun_at: sql`case when ${isOver} then excluded.begun_at else call_limits.begun_at end`,
      }),
    )
    .returning([
      "key",
      "calls",
      sql<number>`(extract(epoch from begun_at - ${now}) * 1000 + ${windowMs})::float8`.as(
        "leftMs",
      ),
    ])
    .execute();
}
