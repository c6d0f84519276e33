import { expect, test } from "vitest";
import { clock } from "./clock.ts";

test.each([
  [0, "00:00"],
  [-3, "00:00"],
  [0.2, "00:01"],
  [9, "00:09"],
  [605, "10:05"],
  [3_599, "59:59"],
  [3_605, "1:00:05"],
  [86_400, "24:00:00"],
])("%d seconds read %s", (seconds, face) => {
  expect(clock(seconds)).toBe(face);
});
