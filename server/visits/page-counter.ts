import { addPageCounts, type CountedPage, orderOf } from "../db/page-counts.ts";
import type { Database } from "../db/tables.ts";
import { attempt } from "../jobs/attempt.ts";
import type { Log } from "../log.ts";

/** How long counts wait in memory, so that a page that many see is one row written now and then. */
const WAIT_MS = 10_000;

export interface PageCounter {
  /** Counts one; it is written within ten seconds. */
  add(what: CountedPage): void;
  /** Writes what is in memory. What the database does not take stays there. */
  flush(): Promise<void>;
  /** The same, and for the last time. */
  stop(): Promise<void>;
}

export function createPageCounter(db: Database, log: Log): PageCounter {
  let counts = new Map<string, CountedPage & { count: number }>();
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  const put = (what: CountedPage, count: number) => {
    const key = orderOf(what);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { ...what, count });
    else known.count += count;
  };
  const later = () => {
    timer ??= setTimeout(() => void flush(), WAIT_MS).unref();
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...counts.values()];
    counts = new Map();
    const isWritten = await attempt(log, "page counts not written", () =>
      addPageCounts(db, taken),
    );
    if (isWritten) return;
    for (const { count, ...what } of taken) put(what, count);
    later();
  };
  // One after the other: what another one has in hand is neither in memory nor in the database yet.
  const flush = () => (written = written.then(write));
  return {
    add: (what) => {
      put(what, 1);
      later();
    },
    flush,
    stop: async () => {
      await flush();
      clearTimeout(timer);
    },
  };
}
