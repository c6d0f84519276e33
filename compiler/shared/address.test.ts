import { expect, test } from "vitest";
import { addressIn, href, redactPath, redactText, routeOf } from "./address.ts";

test.each([
  ["/quiz-focus", "start", "/quiz-focus/start"],
  ["", "thanks", "/thanks"],
  ["/quiz-focus", "/free", "/free"],
  ["", "", "/"],
])("below %j %j stands at %s", (mount, path, address) => {
  expect(href(mount, path)).toBe(address);
});

test("a route is written like an address", () => {
  expect(routeOf("/quiz", "{question}")).toBe("/quiz/{question}");
  expect(routeOf("/quiz", "/onepage")).toBe("/onepage");
});

test("an edge leads to a step or to an address", () => {
  expect(["landing", "/", "/quiz"].map(addressIn)).toEqual([
    null,
    "/",
    "/quiz",
  ]);
});

test.each([
  ["/quiz/21-step", "/quiz/step"],
  ["/quiz/21-step/", "/quiz/step"],
  ["/quiz/21-steps", "/quiz/21-steps"],
  ["/quiz/4-age", "/quiz/4-age"],
])("%s is told as %s, alone and within a text", (path, told) => {
  expect(redactPath(path)).toBe(told);
  const text = (at: string) => `at f (https://a.example${at}:12:3) of ${at}`;
  const within = path.replace(/\/$/, "");
  expect(redactText(text(within))).toBe(text(told));
});
