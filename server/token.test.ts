import { expect, test } from "vitest";
import { newToken, readToken, systemRandom } from "./token.ts";

test("what was given is a token when it is a text of that form", () => {
  const token = newToken(systemRandom);
  expect(readToken(token)).toBe(token);
  for (const other of [`${token}A`, token.slice(1), "", [token], 1, null])
    expect(readToken(other)).toBeNull();
});
