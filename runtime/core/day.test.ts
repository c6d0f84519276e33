import { expect, test } from "vitest";
import { dayWords } from "../../generated/day-words.ts";
import { dayFromNow } from "./day.ts";

test.each([
  ["2026-02-14T09:00", 28, "March 14"],
  ["2026-12-31T23:59", 1, "January 1"],
  ["2028-02-28T12:00", 1, "February 29"],
  ["2026-03-28T23:30", 1, "March 29"],
  ["2026-10-24T00:10", 2, "October 26"],
])("%s and %i days are %s", (from, days, day) => {
  expect(dayWords(dayFromNow(days, 0, new Date(from).getTime()))).toBe(day);
});
