import { expect, test } from "vitest";
import { dayWords } from "../../generated/day-words.ts";
import { dayFromNow, renewalDay } from "./day.ts";

test.each([
  ["2026-02-14T09:00", 28, "March 14"],
  ["2026-12-31T23:59", 1, "January 1"],
  ["2028-02-28T12:00", 1, "February 29"],
  ["2026-03-28T23:30", 1, "March 29"],
  ["2026-10-24T00:10", 2, "October 26"],
])("%s and %i days are %s", (from, days, day) => {
  expect(dayWords(dayFromNow(days, 0, new Date(from).getTime()))).toBe(day);
});

test.each([
  ["clocks go back meanwhile", "2026-10-20T04:20:00Z", "November 16"],
  ["clocks go forward meanwhile", "2026-03-02T04:30:00Z", "March 30"],
  ["a leap day comes meanwhile", "2028-02-14T17:00:00Z", "March 13"],
])("where %s, a plan renews 24 hours a day later", (_, paid, day) => {
  const renewal = renewalDay(28, 0, Date.parse(paid));
  expect(dayWords(renewal, { timeZone: "America/New_York" })).toBe(day);
});
