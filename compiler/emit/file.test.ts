import { describe, expect, test } from "vitest";
import { literal, pascal, union } from "./file.ts";

describe("literals", () => {
  test.each([
    "</script><script>alert(1)</script>",
    "<!-- <![CDATA[ ]]>",
    "a\u2028b\u2029c",
    "\"quotes\" and 'apostrophes' and `${ticks}`",
    "back\\slash \n new line & more",
    "\ud83d\udc4d é \u0000",
  ])("keep %j and are harmless in HTML", (text) => {
    const written = literal({ text });
    expect(JSON.parse(written)).toEqual({ text });
    expect(written).not.toMatch(/[<>&\u2028\u2029]/);
  });

  test("of a type are sorted, each once, and never nothing", () => {
    expect(union(["b", "a", "b"])).toBe('"a" | "b"');
    expect(union([])).toBe("never");
    expect(union(["you'll"])).toBe('"you\'ll"');
  });

  test.each([
    ["ex-back", "ExBack"],
    ["make-stripe-checkout", "MakeStripeCheckout"],
    ["a", "A"],
  ])("name %s %s", (name, written) => {
    expect(pascal(name)).toBe(written);
  });
});
