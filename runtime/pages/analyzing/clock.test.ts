import { expect, test } from "vitest";
import { pauseAt, stageFills } from "./clock.ts";

test.each([
  [0, [0, 0, 0]],
  [1_000, [1 / 3, 0, 0]],
  [3_000, [1, 0, 0]],
  [7_500, [1, 1, 0.5]],
  [9_000, [1, 1, 1]],
  [20_000, [1, 1, 1]],
])("after %i of 9,000 ms the stages are %j full", (elapsed, fills) => {
  const actual = stageFills(elapsed, 9_000, 3);
  fills.forEach((fill, i) => expect(actual[i]).toBeCloseTo(fill));
  expect(actual).toHaveLength(3);
});

test.each([
  [0, 0, 9_000],
  [0, 1, 4_500],
  [0, 2, 3_000],
  [1, 2, 6_000],
  [2, 2, 9_000],
])(
  "after %i of %i questions the next stop is at %i ms",
  (asked, questions, at) => {
    expect(pauseAt(asked, questions, 9_000)).toBe(at);
  },
);
