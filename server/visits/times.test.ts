import { expect, test } from "vitest";
import { endOf, LONGER_S, medianOf, NO_TIME } from "./times.ts";

test.each([
  [0, 1],
  [1_000, 1],
  [1_001, 2],
  [300_000, 300],
  [300_001, LONGER_S],
])("%i ms belong to the times up to %i s", (ms, end) => {
  expect(endOf(ms)).toBe(end);
});

test.each([
  [[], null],
  // Two of four are below three seconds.
  [
    [
      [2, 1],
      [3, 1],
      [5, 2],
    ],
    3,
  ],
  [[[5, 4]], 4],
  [
    [
      [1, 1],
      [LONGER_S, 1],
    ],
    1,
  ],
  [
    [
      [1, 1],
      [LONGER_S, 2],
    ],
    300,
  ],
  [[[60, 1]], 45],
  // Where it is not known, it counts for nothing.
  [[[NO_TIME, 3]], null],
  [
    [
      [NO_TIME, 9],
      [5, 4],
    ],
    4,
  ],
] as const)("the median of %j is %s", (counts, median) => {
  expect(medianOf(new Map(counts))).toBe(median);
});
