import { expect, test } from "vitest";
import { hostsOf, isOwnLink, pathOfLink } from "./own-path.ts";

const HOSTS = hostsOf(["demo.example"], {
  redirectedHosts: [
    { from: "older.example", to: "old.example" },
    { from: "old.example", to: "www.demo.example" },
    { from: "gone.example", to: "other.example" },
  ],
});

test.each([
  ["/quiz/oto?from=mail#plans", "/quiz/oto"],
  ["https://demo.example", "/"],
  ["https://demo.example?from=mail", "/"],
  ["https://demo.example/quiz/oto?from=mail#plans", "/quiz/oto"],
  ["HTTPS://Demo.Example/quiz/oto", "/quiz/oto"],
  ["https://demo.example:443/quiz/oto", "/quiz/oto"],
  ["https://demo.example./quiz/oto", "/quiz/oto"],
  ["https://www.demo.example/quiz/oto", "/quiz/oto"],
  ["https://staging.demo.example/quiz/oto", "/quiz/oto"],
  ["https://www.testing.demo.example/quiz/oto", "/quiz/oto"],
  ["https://old.example/quiz/oto", "/quiz/oto"],
  ["https://www.older.example/quiz/oto", "/quiz/oto"],
])("%s leads to a page of the brand", (url, path) => {
  expect(isOwnLink(url, HOSTS)).toBe(true);
  expect(pathOfLink(url)).toBe(path);
});

test.each([
  "https://app.demo.example/quiz/oto",
  "https://demo.example.org/quiz/oto",
  "https://other.example/?to=https://demo.example/quiz/oto",
  "https://gone.example/quiz/oto",
  "https://demo.example[/quiz",
  "mailto:help@demo.example",
  "tel:112",
])("%s leads elsewhere", (url) => {
  expect(isOwnLink(url, HOSTS)).toBe(false);
});
