import { expect, test } from "vitest";
import {
  checkoutParameter,
  publicAddress,
  returnPath,
  without,
} from "./query.ts";

test.each([
  ["", ["email"], ""],
  ["?a=1&b=%20x", ["email"], "?a=1&b=%20x"],
  ["?email=a%40b.co", ["email"], ""],
  ["?a=1&email=x&b=2&email=y", ["email"], "?a=1&b=2"],
])("%s without %j is %s", (search, names, rest) => {
  expect(without(search, names)).toBe(rest);
});

test("an address that is sent names nobody and holds no secret", () => {
  const href =
    "https://calm.example/quiz/start?email=a%40b.co&utm_source=x&tester=code&name=Anna&checkout=c-1#part";
  expect(publicAddress(href)).toBe(
    "https://calm.example/quiz/start?utm_source=x",
  );
});

test.each([
  ["/quiz/oto", "?utm_source=x&checkout=abc", "/quiz/oto?utm_source=x"],
  ["//evil.example/quiz", "", "/evil.example/quiz"],
  ["/quiz/oto", "?email=a&name=b", "/quiz/oto"],
  ["/quiz/oto", `?utm_source=${"x".repeat(16_000)}`, "/quiz/oto"],
])("%s%s is left for %s", (pathname, search, path) => {
  expect(returnPath({ pathname, search })).toBe(path);
});

test.each([
  ["?checkout=abc_DEF-1", "abc_DEF-1"],
  [`?checkout=${"x".repeat(128)}`, "x".repeat(128)],
  [`?checkout=${"x".repeat(129)}`, null],
  ["?checkout=", null],
  ["?checkout=../../x", null],
  ["", null],
])("%s names the payment %j", (search, id) => {
  expect(checkoutParameter(search)).toBe(id);
});

test.each([
  ["https://a.example/quiz/21-step?x=1", "https://a.example/quiz/step?x=1"],
  ["https://a.example/quiz/21-step/", "https://a.example/quiz/step"],
  ["https://a.example/quiz/21-steps", "https://a.example/quiz/21-steps"],
  ["https://a.example/quiz/step-21", "https://a.example/quiz/step-21"],
])("%s is told as %s", (href, told) => {
  expect(publicAddress(href)).toBe(told);
});
