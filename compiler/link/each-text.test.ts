import { expect, test } from "vitest";
import type { Path } from "../diagnostics/span.ts";
import { eachText } from "./each-text.ts";

const VALUE = {
  title: "one",
  pages: [{ id: "two", texts: ["three", 4, null, true] }, "five"],
  empty: {},
};

function textsOf(value: unknown) {
  const found: [string, Path][] = [];
  eachText(value, ["at"], (text, path) => found.push([text, [...path]]));
  return found;
}

test("every text is visited in its order, with the path that leads to it", () => {
  expect(textsOf(VALUE)).toEqual([
    ["one", ["at", "title"]],
    ["two", ["at", "pages", 0, "id"]],
    ["three", ["at", "pages", 0, "texts", 0]],
    ["five", ["at", "pages", 1]],
  ]);
  expect(textsOf("alone")).toEqual([["alone", ["at"]]]);
  expect(textsOf(undefined)).toEqual([]);
});
