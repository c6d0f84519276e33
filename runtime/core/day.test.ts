import { expect, test } from "vitest";
import { dayFromNow, dayText } from "./day.ts";

test.each([
  ["2026-02-14T09:00", 28, "14 March"],
  ["2026-12-31T23:59", 1, "1 January"],
  ["2028-02-28T12:00", 1, "29 February"],
  ["2026-03-28T23:30", 1, "29 March"],
  ["2026-10-24T00:10", 2, "26 October"],
])("%s and %i days are %s", (from, days, day) => {
  expect(dayText(dayFromNow(days, new Date(from).getTime()))).toBe(day);
});
