import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("what is asked for while it runs is one more run, and what is asked for behind it another", async () => {
  const ends: (() => void)[] = [];
  const ask = oneAtATime(() => new Promise((resolve) => ends.push(resolve)));
  ask();
  ask();
  ask();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ask();
  expect(ends).toHaveLength(3);
});
