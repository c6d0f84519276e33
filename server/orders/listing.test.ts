import { describe, expect, test } from "vitest";
import type { Part } from "../db/part.ts";
import { BATCH, type List, readForFile, readListing } from "./listing.ts";

const PART: Part = { since: null, before: null, limit: 3 };
const idOf = (line: number) => String(line).padStart(6, "0");

/** A list of so many lines, from the newest, all of one moment; and the limits that it was asked by. */
function listOf(count: number) {
  const asked: number[] = [];
  const list: List<number, Part> = {
    find: async ({ before, limit }) => {
      asked.push(limit);
      const first = before === null ? 0 : Number(before.id) + 1;
      const length = Math.max(0, Math.min(limit, count - first));
      return Array.from({ length }, (_, i) => first + i);
    },
    placeOf: (line) => ({ at: new Date(0), id: idOf(line) }),
  };
  return { list, asked };
}
/** All lines of a file. */
async function readAll(...asked: Parameters<typeof readForFile<number, Part>>) {
  const batches: (readonly number[])[] = [];
  for await (const batch of readForFile(...asked)) batches.push(batch);
  return batches.flat();
}
const linesOf = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("a file of a list", () => {
  test.each([0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH, 2 * BATCH + 7])(
    "has all of %i lines once, asked for in batches",
    async (count) => {
      const { list, asked } = listOf(count);
      expect(await readAll(list, PART, false)).toEqual(linesOf(count));
      expect(new Set(asked)).toEqual(new Set([BATCH]));
      expect(asked).toHaveLength(Math.floor(count / BATCH) + 1);
    },
  );

  test("begins where it is asked to, and has as many lines as it is limited to", async () => {
    const { list, asked } = listOf(BATCH + 9);
    const before = { at: new Date(0), id: idOf(4) };
    const from = { ...PART, before };
    expect(await readAll(list, from, true)).toEqual([5, 6, 7]);
    expect(asked).toEqual([3]);
    const rest = linesOf(BATCH + 9).slice(5);
    expect(await readAll(list, from, false)).toEqual(rest);
  });
});

test.each([
  [0, [], null],
  [2, [0, 1], null],
  [3, [0, 1, 2], null],
  [4, [0, 1, 2], "1970-01-01T00:00:00.000Z,000002"],
])(
  "of %i lines the first part is %j, and the next begins at %j",
  async (count, lines, next) => {
    const { list } = listOf(count);
    expect(await readListing(list, PART)).toEqual({ lines, next });
  },
);
