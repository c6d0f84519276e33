import { expect, test } from "vitest";
import { safeUrl } from "./safe-url.ts";

test.each([
  "https://app.example.com",
  "HTTPS://app.example.com",
  "mailto:help@example.com",
  "/terms",
  "/",
  "/29-the-final-plan-you'll-need",
])("safe: %s", (url) => {
  expect(safeUrl(url)).toBe(true);
});

test.each([
  "",
  "terms",
  "http://example.com",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:///path",
  "https:evil",
  "mailto:/x",
  "/a b",
  "/\t/evil.example",
])("unsafe: %j", (url) => {
  expect(safeUrl(url)).toBe(false);
});
