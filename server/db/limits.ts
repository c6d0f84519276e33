import { sql } from "kysely";
import type { Database } from "./tables.ts";

/**
 * Spends calls of a key's budget and answers how many are spent in its present window, over all processes, and when
 * that ends. A window begins with the first call after the last one ended.
 */
export async function spend(
  db: Database,
  key: string,
  {
    calls,
    windowMs,
    now,
  }: { readonly calls: number; readonly windowMs: number; readonly now: Date },
): Promise<{ readonly spent: number; readonly endsAt: Date }> {
  const ended = new Date(now.getTime() - windowMs);
  const isOver = sql<boolean>`call_limits.begun_at <= ${ended}`;
  const row = await db
    .insertInto("call_limits")
    .values({ key, begun_at: now, calls })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        calls: sql`case when ${isOver} then excluded.calls else call_limits.calls + excluded.calls end`,
        begun_at: sql`case when ${isOver} then excluded.begun_at else call_limits.begun_at end`,
      }),
    )
    .returning(["calls", "begun_at"])
    .executeTakeFirstOrThrow();
  return {
    spent: row.calls,
    endsAt: new Date(row.begun_at.getTime() + windowMs),
  };
}
