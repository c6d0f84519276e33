import { expect, test } from "vitest";
import { dayWords, writtenDayWords } from "./day-words.ts";

const LATE = new Date("2026-03-14T23:30:00Z");

test("a day is its month and its number, in that order", () => {
  expect(dayWords(LATE, { timeZone: "UTC" })).toBe("March 14");
  expect(dayWords(LATE, { timeZone: "UTC", withYear: true })).toBe(
    "March 14, 2026",
  );
});

test("it is the day of the zone that is named, else of where it is read", () => {
  expect(dayWords(LATE, { timeZone: "Asia/Tokyo" })).toBe("March 15");
  expect(dayWords(LATE, { timeZone: "America/New_York" })).toBe("March 14");
  expect(dayWords(new Date(2026, 2, 14, 0, 5))).toBe("March 14");
  expect(dayWords(new Date(2026, 2, 14, 23, 55))).toBe("March 14");
});

test.each([
  ["1990-01-01", "January 1, 1990"],
  ["2028-02-29", "February 29, 2028"],
])("%s is %s in every zone", (day, words) => {
  expect(writtenDayWords(day)).toBe(words);
});
