import { expect, test } from "vitest";
import { batched } from "./batch.ts";
import { DatabaseAway } from "./database-away.ts";

/** A database that is answered for by hand: each statement, and how it ends. */
function stand(refused: (items: readonly string[]) => Error | null) {
  const written: (readonly string[])[] = [];
  const record = batched({
    keyOf: (item: string) => item.slice(0, 1),
    write: async (items) => {
      written.push(items);
      await Promise.resolve();
      const error = refused(items);
      if (error !== null) throw error;
      return new Map(items.map((item) => [item.slice(0, 1), item]));
    },
  });
  return { written, record };
}

test("the first goes at once; what comes meanwhile goes together, by key, and one of a key", async () => {
  const { written, record } = stand(() => null);
  const all = ["d1", "c1", "b1", "c2", "a1"];
  const results = await Promise.all(all.map(record));
  expect(results).toEqual(all);
  expect(written).toEqual([["d1"], ["a1", "b1", "c1"], ["c2"]]);
  expect(await record("e1")).toBe("e1");
});

test("no statement has more than a hundred rows", async () => {
  const { written, record } = stand(() => null);
  const all = Array.from({ length: 250 }, (_, i) =>
    String.fromCodePoint(0x4e_00 + i),
  );
  expect(await Promise.all(all.map(record))).toEqual(all);
  expect(written.map(({ length }) => length)).toEqual([1, 100, 100, 49]);
});

test("one that is refused fails alone", async () => {
  const { record } = stand((items) =>
    items.includes("b1") ? new Error("no such visitor") : null,
  );
  const results = await Promise.allSettled(["a1", "b1", "c1"].map(record));
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("a database that is away is not asked once more for what has waited", async () => {
  const { written, record } = stand(() => new DatabaseAway(new Error("gone")));
  const results = await Promise.allSettled(["a1", "b1", "c1"].map(record));
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  expect(written).toEqual([["a1"]]);
  await expect(record("d1")).rejects.toThrow(DatabaseAway);
  expect(written).toEqual([["a1"], ["d1"]]);
});
