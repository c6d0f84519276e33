import { expect, test } from "vitest";
import { isUnder, pathOf, textsOf } from "./texts.ts";

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
