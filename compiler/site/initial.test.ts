import { expect, test } from "vitest";
import { initialOf } from "./initial.ts";

test.each([
  ["Lantern", "L"],
  ["🦉 Owl", "🦉"],
  ["👩‍💻 Desk", "👩‍💻"],
  ["E\u0301cole", "E\u0301"],
])("the initial of %s is what is seen first", (name, initial) => {
  expect(initialOf(name)).toBe(initial);
  expect(encodeURIComponent(initialOf(name))).not.toBe("");
});
