import { expect, test } from "vitest";
import { ProblemError } from "../../http/problem.ts";
import { isAmount, toValue } from "./money.ts";

test.each([
  [3999, "USD", "39.99"],
  [5, "EUR", "0.05"],
  [50, "GBP", "0.50"],
  [0, "CAD", "0.00"],
  [500, "JPY", "500"],
  [1_499_000, "HUF", "14990"],
  [1200, "TWD", "12"],
  [399_000, "HUF", "3990"],
])("%i %s is %s, and back", (amount, currency, value) => {
  expect(toValue(amount, currency)).toBe(value);
  expect(isAmount(value, amount, currency)).toBe(true);
  expect(isAmount(value, amount + 1, currency)).toBe(false);
});

test.each([
  [1250, "TWD"],
  [399_050, "HUF"],
  [12_500, "KWD"],
])("%i %s is not taken, and never rounded", (amount, currency) => {
  expect(() => toValue(amount, currency)).toThrow(ProblemError);
});

test.each([
  ["39.990", true],
  ["39.991", false],
  ["39.9", false],
  ["039.99", true],
  ["3.999e1", false],
  ["-39.99", false],
  ["39,99", false],
  ["", false],
])("PayPal's %s USD is 39.99: %s", (value, same) => {
  expect(isAmount(value, 3999, "USD")).toBe(same);
});
