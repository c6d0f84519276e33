import { expect, test } from "vitest";
import { addressIn, href, routeOf } from "./address.ts";

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
