import { expect, test } from "vitest";
import { isPlainName, NAME_LENGTH } from "./person-name.ts";

test.each([
  ["Ann", true],
  ["Nguyễn Thị Ánh", true],
  ["J. R. R. Müller", true],
  ["a".repeat(NAME_LENGTH), true],
  ["a".repeat(NAME_LENGTH + 1), false],
  ["Ann 2", false],
  ["evil.example", false],
  ["Ann\n", false],
  ["", false],
  [null, false],
])("%j is a name: %s", (text, isName) => {
  expect(isPlainName(text)).toBe(isName);
});
