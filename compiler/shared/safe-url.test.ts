import { expect, test } from "vitest";
import { safeUrl } from "./safe-url.ts";

test.each([
  "https://app.example.com",
  "HTTPS://app.example.com",
  "mailto:help@example.com",
  "mailto:help@example.com?subject=Hello@all",
  "mailto:?subject=Look%20at%20this",
  "tel:988",
  "tel:+1-800-799-7233",
  "sms:88788",
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
  "mailto:help.example.com",
  "mailto:help@example",
  "mailto:help@",
  "tel:",
  "tel:+",
  "tel://988",
  "tel:988;phone-context=evil.example",
  "sms:88788?body=x",
  "/a b",
  "/\t/evil.example",
])("unsafe: %j", (url) => {
  expect(safeUrl(url)).toBe(false);
});
