// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { openCookies } from "./cookies.ts";

const tomorrow = new Date(Date.now() + 86_400_000);
afterEach(() => {
  document.cookie = "id=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/";
});

test("keeps a cookie in the document", () => {
  openCookies(false).set("id", "abc", tomorrow);
  expect(document.cookie).toContain("id=abc");
  expect(openCookies(false).get("id")).toBe("abc");
  expect(openCookies(false).get("other")).toBeNull();
});

test("passes path, same-site, expiry and secure on", () => {
  const seen: unknown[] = [];
  const source = {
    get: () => "abc",
    set: (...given: unknown[]) => seen.push(given),
  };
  openCookies(true, source).set("id", "abc", tomorrow);
  expect(seen).toEqual([
    [
      "id",
      "abc",
      { expires: tomorrow, path: "/", sameSite: "lax", secure: true },
    ],
  ]);
});

test("a cookie that is not kept lives in memory", () => {
  const jar = openCookies(false, {
    get: () => undefined,
    set: () => undefined,
  });
  jar.set("id", "abc", tomorrow);
  expect(jar.get("id")).toBe("abc");
});

test("a document that throws on cookies is no fault", () => {
  const jar = openCookies(false, { get: refuse, set: refuse });
  jar.set("id", "abc", tomorrow);
  expect(jar.get("id")).toBe("abc");
  expect(jar.get("other")).toBeNull();
});

function refuse(): never {
  throw new DOMException("no", "SecurityError");
}
