import { expect, test } from "vitest";
import { isOn, numberAfter, numbersOn } from "../shared/grid.ts";
import { gridOf } from "./grid.ts";

const answer = {
  kind: "quantity",
  low: "min",
  high: "max",
  step: "step",
  tenths: { unit: { height: [120, 220] } },
} as const;
const tenths = { min: 0, max: 0.7, step: 0.1 };

test("tenths are those that somebody answers, the last one among them", () => {
  expect(numbersOn(gridOf(tenths, answer), 10)).toEqual([
    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7,
  ]);
  expect(numbersOn(gridOf(tenths, answer), 7)).toBeNull();
});

test("heights come in tenths", () => {
  const heights = { min: 140, max: 220, unit: "height" };
  expect(numbersOn(gridOf(heights, answer), 801)).toHaveLength(801);
  expect(
    numbersOn(gridOf({ ...heights, unit: "kg" }, answer), 81),
  ).toHaveLength(81);
});

test.each([
  [0.3, true, 0.4],
  [0.35, false, 0.4],
  [0.7, true, 0.8],
])("%d is on the grid: %s, and before %d", (value, on, after) => {
  const grid = gridOf(tenths, answer);
  expect(isOn(value, grid)).toBe(on);
  expect(numberAfter(value, grid)).toBe(after);
});
