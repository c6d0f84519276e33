import { expect, test } from "vitest";
import { percent } from "./percent.ts";

test.each([
  [{ value: 0, min: 0, max: 10 }, 0],
  [{ value: 5, min: 0, max: 10 }, 50],
  [{ value: 8, min: 1, max: 8 }, 100],
  [{ value: 12, min: 0, max: 10 }, 100],
  [{ value: -2, min: 0, max: 10 }, 0],
  [{ value: 3, min: 3, max: 3 }, 0],
])("%j lies at %i", (score, share) => {
  expect(percent(score)).toBe(share);
});
