import { expect, test } from "vitest";
import { isUnder, pathOf, textFilter, textsOf, textsWith } from "./texts.ts";

const FILE = {
  title: "one",
  pages: [{ id: "two", texts: ["three", 4, null, true] }, "five"],
  empty: {},
};

test("every text of a file is there in its order, with the path that leads to it, and is worked out once", () => {
  const found = textsOf(FILE);
  expect(found.map(({ text, place }) => [text, pathOf(place)])).toEqual([
    ["one", ["title"]],
    ["two", ["pages", 0, "id"]],
    ["three", ["pages", 0, "texts", 0]],
    ["five", ["pages", 1]],
  ]);
  expect(textsOf(FILE)).toBe(found);
  expect(textsOf("alone")).toEqual([]);
});

test("what is under a key is told by its path", () => {
  const keys = new Set(["id", "texts"]);
  const others = textsOf(FILE).filter(
    ({ place }) => !isUnder(keys, pathOf(place)),
  );
  expect(others.map(({ text }) => text)).toEqual(["one", "five"]);
});

/** Loaded once more: how many filters have bits of their own depends on what else this process has done. */
const ALONE = "./texts.ts?alone";

test("a filter is asked of a text once, in whatever file it stands", async () => {
  const alone: typeof import("./texts.ts") = await import(ALONE);
  const { textFilter, textsWith } = alone;
  const asked: string[] = [];
  const short = textFilter((text) => {
    asked.push(text);
    return text.length < 4;
  });
  const foundIn = (file: unknown) =>
    textsWith(file, short).map(({ text }) => text);
  expect(foundIn({ a: "abc", b: ["abcd", "ab", "abc"] })).toEqual([
    "abc",
    "ab",
    "abc",
  ]);
  expect(foundIn({ c: ["ab", "abcde"] })).toEqual(["ab"]);
  expect(asked).toEqual(["abc", "abcd", "ab", "abcde"]);
});

test("there may be any number of filters", () => {
  const filters = Array.from({ length: 40 }, (_, n) =>
    textFilter((text) => text.length === n),
  );
  const found = filters.map((filter) => textsWith(["a", "bb"], filter).length);
  expect(found).toEqual(filters.map((_, n) => (n === 1 || n === 2 ? 1 : 0)));
});
