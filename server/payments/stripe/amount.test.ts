import { expect, test } from "vitest";
import { ProblemError } from "../../http/problem.ts";
import { fromStripe, toStripe } from "./amount.ts";

test.each([
  ["USD", 3999, 3999, "usd"],
  ["JPY", 3900, 3900, "jpy"],
  ["KWD", 12_500, 12_500, "kwd"],
  ["HUF", 1_499_000, 1_499_000, "huf"],
  // Stripe counts hundredths of a króna and of a shilling, which nobody has any more, and none of an ariary.
  ["ISK", 3900, 390_000, "isk"],
  ["UGX", 90_000, 9_000_000, "ugx"],
  ["MGA", 5_700, 57, "mga"],
])("%s: %i minor units are %i of Stripe's", (code, minor, amount, currency) => {
  expect(toStripe(minor, code)).toEqual({ amount, currency });
  expect(fromStripe({ amount, currency })).toEqual({
    amount: minor,
    currency: code,
  });
});

test.each([
  ["KWD", 12_505],
  ["TND", 1],
  ["MGA", 5_750],
])("%s: %i minor units are refused before Stripe does", (code, minor) => {
  expect(() => toStripe(minor, code)).toThrow(ProblemError);
});
