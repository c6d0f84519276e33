import { expect, test } from "vitest";
import { EMAIL } from "./email-form.ts";

test.each([
  ["ada@example.com", true],
  ["ada@mail.example.com", true],
  ["ada@example", false],
  ["ada.example.com", false],
  ["ada@home@example.com", false],
  ["ada l@example.com", false],
])("%s can be an email address: %s", (text, is) => {
  expect(EMAIL.test(text)).toBe(is);
});
