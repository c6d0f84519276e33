import { expect, test } from "vitest";
import { check, type Draft, entryOf, firstFault } from "./check.ts";

const whole: Draft = { name: "Ada", email: "ada@example.com", consent: true };
const both = ["name", "email"] as const;

test("a whole form has no fault", () => {
  const faults = check(whole, { fields: both, consent: "I agree." });
  expect(faults).toEqual({ name: null, email: null, consent: null });
  expect(firstFault(faults, both)).toBeNull();
});

test("fields that were not asked for cannot be wrong", () => {
  const empty: Draft = { name: "", email: "", consent: false };
  expect(check(empty, { fields: ["name"] })).toEqual({
    name: "Enter your first name.",
    email: null,
    consent: null,
  });
});

test.each([
  [{ ...whole, name: " " }, both, "name"],
  [{ ...whole, name: "\u200b" }, both, "name"],
  [{ ...whole, name: "", email: "" }, ["email", "name"] as const, "email"],
  [{ ...whole, consent: false }, both, "consent"],
])("the first fault follows the order of the form", (draft, fields, first) => {
  expect(
    firstFault(check(draft, { fields, consent: "I agree." }), fields),
  ).toBe(first);
});

test("what is sent is tidied and holds nothing that was not asked for", () => {
  const draft: Draft = {
    name: " Ada \n  King ",
    email: " ada@example.com ",
    consent: true,
  };
  expect(entryOf(draft, both)).toEqual({
    name: "Ada King",
    email: "ada@example.com",
  });
  expect(entryOf(draft, ["email"])).toEqual({ email: "ada@example.com" });
});
