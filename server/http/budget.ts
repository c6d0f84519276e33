import { DatabaseAway } from "../db/database-away.ts";
import { type LimitClock, spend } from "../db/limits.ts";
import type { Database } from "../db/tables.ts";
import { digest } from "../token.ts";

/** Keys of one statement. */
const BATCH = 500;

/**
 * Takes one call of a key's budget. Answers null, or how long there is none left, in milliseconds. The key is stored as
 * a digest.
 */
export type Budget = (key: string) => Promise<number | null>;

/** Somebody who waits for a call of a key. */
interface Caller {
  readonly answer: (refusedForMs: number | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * So many calls in a window of time for each key, common to all processes and exact however they arrive: each call is
 * counted in the database before it is let through. What arrives while a statement is under way goes with the next one,
 * or fails with it where the database is away, and nobody is asked about a budget that is known to be spent
 * (docs/decisions/0020).
 */
export function createBudget(options: {
  /** Tells this budget's keys from those of others. */
  readonly name: string;
  readonly calls: number;
  readonly windowMs: number;
  readonly db: Database;
  readonly clock: LimitClock;
}): Budget {
  const { name, calls, windowMs, db, clock } = options;
  /** When the window of a key ends of which all is spent, in ticks. */
  const spentUntil = new Map<string, number>();
  const waiting = new Map<string, Caller[]>();
  let isAsking = false;

  const count = async (batch: ReadonlyMap<string, readonly Caller[]>) => {
    const counts = [...batch].map(
      ([key, { length }]) => [key, length] as const,
    );
    const spent = await spend(db, new Map(counts), { windowMs, clock });
    const at = clock.ticks();
    for (const { key, calls: sum, leftMs } of spent) {
      const callers = batch.get(key) ?? [];
      const fitting = calls - (sum - callers.length);
      if (sum >= calls) spentUntil.set(key, at + leftMs);
      for (const [index, { answer }] of callers.entries())
        answer(index < fitting ? null : leftMs);
    }
  };
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, BATCH));
      for (const key of batch.keys()) waiting.delete(key);
      dropEnded(spentUntil, clock.ticks());
      await count(batch).catch((error: unknown) => {
        // Whoever has come meanwhile is not held up once more by a database that says nothing.
        const isAway = error instanceof DatabaseAway;
        const failed = [...batch.values(), ...(isAway ? waiting.values() : [])];
        if (isAway) waiting.clear();
        for (const { fail } of failed.flat()) fail(error);
      });
    }
    isAsking = false;
  };
  return (plain) => {
    const key = digest(`${name} ${plain}`);
    const leftMs = (spentUntil.get(key) ?? 0) - clock.ticks();
    if (leftMs > 0) return Promise.resolve(leftMs);
    return new Promise((answer, fail) => {
      waiting.set(key, [...(waiting.get(key) ?? []), { answer, fail }]);
      void ask();
    });
  };
}

function dropEnded(ends: Map<string, number>, now: number): void {
  for (const [key, end] of ends) if (end <= now) ends.delete(key);
}
