import { describe, expect, test } from "vitest";
import { instead, titled, uses } from "./testing/names.ts";

describe("at every name of the content, a wrong one is refused and the right ones are offered", () => {
  test.each(titled(uses))("%s", (_title, use) => {
    expect(instead(use)).toEqual({ isRefused: true, isOffered: true });
  });
});
