import { expect, test } from "vitest";
import { readContact, withUtm } from "./contact.ts";

test("a contact is read as it was stored, parameters of any spelling among it", () => {
  const stored = { name: "Ann", "UTM_Ad-Set": "1", "utm-x": "2" };
  expect(readContact(stored)).toEqual(stored);
  expect(readContact({ other: "1", Name: "x", utm_a: 1 })).toEqual({});
  expect(readContact("Ann")).toBeNull();
});

test("a later arrival adds its parameters, and overwrites those of the same name", () => {
  const known = { email: "a@b.co", utm_source: "one", utm_id: "7" };
  expect(withUtm(known, { utm_source: "two", UTM_Source: "three" })).toEqual({
    email: "a@b.co",
    utm_source: "two",
    utm_id: "7",
    UTM_Source: "three",
  });
});

test("over many visits the first parameters make room, never the person's fields", () => {
  let contact = withUtm({ email: "a@b.co" }, {});
  for (let visit = 0; visit < 50; visit += 1)
    contact = withUtm(contact, { [`utm_v${visit}`]: "x".repeat(1_000) });
  expect(contact["email"]).toBe("a@b.co");
  expect(contact["utm_v49"]).toHaveLength(1_000);
  expect(contact).not.toHaveProperty("utm_v0");
  expect(JSON.stringify(contact).length).toBeLessThan(25_000);
});
