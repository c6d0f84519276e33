import { expect, test } from "vitest";
import { period, recurring, span } from "./period.ts";

test.each([
  [1, "day", "1 day"],
  [3, "3 days", "3 days"],
  [7, "week", "1 week"],
  [28, "4 weeks", "4 weeks"],
  [30, "month", "1 month"],
  [84, "12 weeks", "12 weeks"],
  [90, "3 months", "3 months"],
  [365, "year", "1 year"],
  [730, "2 years", "2 years"],
])("%i days: every %s, %s", (days, every, length) => {
  expect(period(days)).toBe(every);
  expect(span(days)).toBe(length);
});

test("what is paid again and again stays on one line", () => {
  expect(recurring("$44.99", 28)).toBe("$44.99 every\u00a04\u00a0weeks");
});
