import { expect, test } from "vitest";
import { unitOf } from "./unit.ts";

test.each([
  [1, "cups", "cup"],
  [2, "cups", "cups"],
  [0, "cups", "cups"],
  [0.5, "hours", "hours"],
  [1.5, "hours", "hours"],
  [1, "hours a week", "hour a week"],
  [1, "messages", "message"],
  [1, "things", "thing"],
  [1, "inches", "inch"],
  [1, "glasses", "glass"],
  [1, "times", "time"],
  [1, "stories", "story"],
  [1, "kg", "kg"],
  [1, "s", "s"],
  [1, "glass", "glass"],
  [1, "€", "€"],
])("%d %s is said as %s", (value, unit, said) => {
  expect(unitOf(value, unit)).toBe(said);
});
