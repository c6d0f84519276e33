import { expect, test } from "vitest";
import { unitOf } from "./unit.ts";

const cups = { unit: "cups", singular: "cup" };

test.each([
  [1, cups, "cup"],
  [2, cups, "cups"],
  [0, cups, "cups"],
  [0.5, cups, "cups"],
  [1.5, cups, "cups"],
  [1, { unit: "kg" }, "kg"],
])("%d of %o is said with %s", (value, counted, said) => {
  expect(unitOf(value, counted)).toBe(said);
});
