import { expect, test } from "vitest";
import { mayMeasure, readChoice } from "./consent.ts";

test.each([
  ["none", null, false, true],
  ["notice", null, false, true],
  ["required", null, false, false],
  ["none", null, true, false],
  ["notice", null, true, false],
  ["required", "accepted", false, true],
  ["required", "accepted", true, true],
  ["required", "declined", false, false],
  ["notice", "declined", false, false],
  ["none", "declined", false, false],
] as const)(
  "consent %s, chosen %s, refused by the browser %s: may measure %s",
  (rule, choice, refused, may) => {
    expect(mayMeasure(rule, choice, refused)).toBe(may);
  },
);

test.each([
  ["accepted", "accepted"],
  ["declined", "declined"],
  ["yes", null],
  [true, null],
  [{ choice: "accepted" }, null],
])("stored %j reads as %s", (value, choice) => {
  expect(readChoice(value)).toBe(choice);
});
