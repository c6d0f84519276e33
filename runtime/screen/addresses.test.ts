import { expect, test } from "vitest";
import { funnelWith, stepOf } from "../testing/funnel.ts";
import { steps } from "../testing/steps.ts";
import { nearestPath } from "./addresses.ts";

const absolute = {
  ...stepOf("rating"),
  id: "plans",
  path: "/plans/7-plans",
  pattern: "/plans/7-plans",
};
const funnel = funnelWith({
  title: "A quiz",
  description: null,
  steps: [...steps, absolute],
});

test("a step with an absolute path is found there, by whatever number it had below a mount", () => {
  const [mount] = funnel.mounts;
  if (mount === undefined) throw new Error("a funnel has a mount");
  expect(nearestPath(funnel, mount, `${mount}/5-plans`)).toBe("/plans/7-plans");
  expect(nearestPath(funnel, mount, `${mount}/5-nothing`)).not.toBe(
    "/plans/7-plans",
  );
});
