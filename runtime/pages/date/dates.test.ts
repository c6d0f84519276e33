import { expect, test } from "vitest";
import { dateFault, resolveBound, today } from "./dates.ts";

const NOW = "2026-03-05";
const bounds = { earliest: "1920-01-01", latest: NOW };

test("today is the visitor's own day", () => {
  const late = new Date(2026, 0, 9, 23, 59).getTime();
  expect(today(0, late)).toBe("2026-01-09");
  expect(today(60_000, late)).toBe("2026-01-10");
});

test.each([
  ["today", NOW, NOW],
  ["today", null, null],
  ["2020-02-02", null, "2020-02-02"],
  [undefined, NOW, null],
])("bound %s on %s is %s", (bound, now, date) => {
  expect(resolveBound(bound, now)).toBe(date);
});

test.each([
  ["2026-03-05", bounds, null],
  ["1920-01-01", bounds, null],
  ["2026-03-06", bounds, "That day is still to come. Please check the year."],
  ["1919-12-31", bounds, "Please choose a date from January 1, 1920 on."],
  [
    "2030-01-01",
    { earliest: null, latest: "2029-12-31" },
    "Please choose a date up to December 31, 2029.",
  ],
  [
    "2026-03-04",
    { earliest: NOW, latest: null },
    "That day has passed. Please choose today or later.",
  ],
  ["", bounds, "Please choose a date."],
  ["20260-03-05", bounds, "Please check the year."],
  [
    "0024-05-05",
    { earliest: null, latest: NOW },
    "Please check the year. It has four digits, as 1985 has.",
  ],
  ["1900-01-01", { earliest: null, latest: NOW }, null],
  ["1850-01-01", { earliest: "1800-01-01", latest: NOW }, null],
])("%s within %o: %s", (date, limits, words) => {
  expect(dateFault(date, limits, false, NOW)).toBe(words);
});

test("a date that is half there, or on no calendar, asks for both", () => {
  expect(dateFault("", bounds, true, NOW)).toBe(
    "Please fill in the day, the month and the year, and check that the month has that day.",
  );
});
