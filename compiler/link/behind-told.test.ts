import { expect, test } from "vitest";
import type { Sensitivity } from "../shared/contract.ts";
import { isBehindTold } from "./behind-told.ts";

const stepOf = (id: string, sensitive: Sensitivity, ...to: string[]) => ({
  id,
  sensitive,
  edges: to.map((one) => ({ to: one })),
});

test("behind a page that tells where its visitors go is all that it leads to", () => {
  const steps = [
    stepOf("mood", "whole", "help", "sleep"),
    stepOf("help", "last", "offer"),
    stepOf("sleep", "no", "plan"),
    stepOf("offer", "no", "end"),
    stepOf("plan", "no", "end", "sleep"),
    stepOf("end", "no"),
  ];
  const behind = steps.filter((step) => isBehindTold(step.id, steps));
  expect(behind.map(({ id }) => id)).toEqual(["help", "offer", "end"]);
});

test("a detour after which all go the same way leaves nothing behind it", () => {
  const steps = [
    stepOf("mood", "whole", "help", "end"),
    stepOf("help", "whole", "end"),
    stepOf("end", "no"),
  ];
  expect(steps.some((step) => isBehindTold(step.id, steps))).toBe(false);
});
