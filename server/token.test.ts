import { expect, test } from "vitest";
import { newToken, readToken, systemRandom } from "./token.ts";

test("what was given is a token when it is a text of that form", () => {
  const token = newToken(systemRandom);
  expect(readToken(token)).toBe(token);
  for (const other of [`${token}A`, token.slice(1), "", [token], 1, null])
    expect(readToken(other)).toBeNull();
});

test("no token begins as an option of a command does", () => {
  const bytes = (first: number) => () =>
    Uint8Array.from({ length: 16 }, () => first);
  expect(newToken(bytes(0b1111_1011))).toMatch(/^_[\w-]{21}$/);
  expect(newToken(bytes(0))).toBe("A".repeat(22));
});
