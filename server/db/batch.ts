import { DatabaseAway } from "./database-away.ts";

/** More rows would hold up whoever waits for the first of them. */
const ROWS_MAX = 100;

interface Waiting<I, O> {
  readonly item: I;
  done(result: O): void;
  fail(error: unknown): void;
}

/**
 * Writes what comes while a statement is under way by the next one, all together: the first is never waited with, and
 * each is answered when its own statement is stored, so that nothing acknowledged can be lost. Of items with one key, a
 * statement takes one; it takes them in the order of their keys, so that processes do not lock each other out. Where a
 * batch is refused, each is written by itself; where the database is away, what waits fails with it, instead of being held
 * up once more. `write` answers results by key.
 */
export function batched<I, O>(options: {
  readonly keyOf: (item: I) => string;
  readonly write: (items: readonly I[]) => Promise<ReadonlyMap<string, O>>;
}): (item: I) => Promise<O> {
  const { keyOf, write } = options;
  let waiting: Waiting<I, O>[] = [];
  let isWriting = false;

  const send = async (batch: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const { item, done, fail } of batch) {
        const result = results.get(keyOf(item));
        if (result === undefined) fail(new Error("a row was not written"));
        else done(result);
      }
    } catch (error) {
      const isOne = batch.length === 1;
      if (error instanceof DatabaseAway)
        for (const { fail } of [...batch, ...waiting.splice(0)]) fail(error);
      else if (isOne) for (const { fail } of batch) fail(error);
      else for (const one of batch) await send([one]);
    }
  };

  const run = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = new Map<string, Waiting<I, O>>();
      const later: Waiting<I, O>[] = [];
      for (const one of waiting) {
        const key = keyOf(one.item);
        if (batch.size === ROWS_MAX || batch.has(key)) later.push(one);
        else batch.set(key, one);
      }
      waiting = later;
      const inOrder = [...batch].toSorted(([a], [b]) => (a < b ? -1 : 1));
      await send(inOrder.map(([, one]) => one));
    }
    isWriting = false;
  };

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail });
      if (!isWriting) void run();
    });
}
