import { expect, test } from "vitest";
import { readContact, withUtm } from "./contact.ts";

test("a contact is read as it was stored, parameters of any spelling among it", () => {
  const stored = { name: "Ann", "UTM_Ad-Set": "1", "utm-x": "2" };
  expect(readContact(stored)).toEqual(stored);
  expect(readContact({ other: "1", Name: "x", utm_a: 1 })).toEqual({});
  expect(readContact("Ann")).toBeNull();
});

test("the parameters of a later arrival take the place of all those before", () => {
  const known = { email: "a@b.co", utm_source: "one", "UTM-Id": "7" };
  expect(withUtm(known, { utm_source: "two", UTM_Source: "three" })).toEqual({
    email: "a@b.co",
    utm_source: "two",
    UTM_Source: "three",
  });
});

test("of many parameters the first are kept, and the person's fields with them", () => {
  const names = Array.from({ length: 50 }, (_, index) => `utm_p${index}`);
  const utm = Object.fromEntries(
    names.map((name) => [name, "x".repeat(1_000)]),
  );
  const contact = withUtm({ email: "a@b.co" }, utm);
  expect(contact["email"]).toBe("a@b.co");
  expect(contact["utm_p0"]).toHaveLength(1_000);
  expect(contact).not.toHaveProperty("utm_p49");
  expect(JSON.stringify(contact).length).toBeLessThan(25_000);
});
