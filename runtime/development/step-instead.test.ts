import { expect, test } from "vitest";
import type { Funnel } from "../../generated/contract.ts";
import { funnelWith, stepOf } from "../testing/funnel.ts";
import { stepInstead } from "./step-instead.ts";

const funnelOf = (ids: string): Funnel => {
  const steps = ids.split(" ").map((id) => ({ ...stepOf("gender"), id }));
  return funnelWith({ steps });
};

test.each([
  ["stays where it is", "a b c", "a b c", "b"],
  ["has moved", "a b c", "b a c", "b"],
  ["has another id", "a b c", "a x c", "x"],
  ["the first has another id", "b c", "x c", "x"],
  ["is gone: the next", "a b c", "a c", "c"],
  ["is gone with the next: the one behind", "a b c d", "a d", "d"],
  ["was the last: the one before", "a b", "a", "a"],
  ["nothing is as it was: the first", "a b", "x y", "x"],
])("the step %s", (_, before, after, expected) => {
  const step = funnelOf("b").steps[0];
  if (step === undefined) throw new Error("no step");
  const found = stepInstead(funnelOf(before), funnelOf(after), step);
  expect(found?.id).toBe(expected);
});
