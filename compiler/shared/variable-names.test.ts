import { expect, test } from "vitest";
import { shownBy, variableOf } from "./variable-names.ts";

test.each([
  ["price.plan", "plan"],
  ["price.", ""],
  ["price", null],
  ["prices.plan", null],
  ["score.price.plan", null],
  ["name", null],
])("%s shows the price of %s", (variable, product) => {
  expect(shownBy("price", variable)).toBe(product);
});

test("what a variable shows something of is what it was made with", () => {
  expect(shownBy("band", variableOf("band", "a.b"))).toBe("a.b");
});
