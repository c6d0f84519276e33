import { expect, test } from "vitest";
import { remembered } from "./remembered.ts";

test("what was asked before is not computed again; what is long or one of very many is", () => {
  const asked: string[] = [];
  const lengthOf = remembered((text) => {
    asked.push(text);
    return text.length;
  });
  expect(["a", "a", "bc"].map(lengthOf)).toEqual([1, 1, 2]);
  expect(asked).toEqual(["a", "bc"]);
  const long = "x".repeat(10_000);
  expect([long, long].map(lengthOf)).toEqual([10_000, 10_000]);
  expect(asked).toHaveLength(4);
  for (let n = 0; n < 5_000; n += 1) lengthOf(`host-${n}`);
  asked.length = 0;
  expect(lengthOf("a")).toBe(1);
  expect(asked).toEqual(["a"]);
});
