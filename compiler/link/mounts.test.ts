import { expect, test } from "vitest";
import { mountsOf } from "./mounts.ts";

test("a mount may say whose payment page it leads to", () => {
  const raw = ["/quiz", { path: "/quiz-mp", payments: "max-pay" }];
  expect(mountsOf(raw)).toEqual({
    mounts: ["/quiz", "/quiz-mp"],
    checkouts: { "/quiz-mp": "max-pay" },
  });
});

test("a mapping that names the address alone is that address", () => {
  expect(mountsOf(["", { path: "/quiz" }])).toEqual({
    mounts: ["", "/quiz"],
    checkouts: {},
  });
});

test("what the brand says already may be said again", () => {
  const raw = [{ path: "/quiz-str", payments: "stripe" }];
  expect(mountsOf(raw).checkouts).toEqual({ "/quiz-str": "stripe" });
});
