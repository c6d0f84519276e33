import { expect, test } from "vitest";
import { brandConstants, showsCompany } from "./brand-constants.ts";

const project = { name: "Lantern", supportEmail: "hello@lantern.example" };
const company = {
  name: "Lantern Ltd",
  address: ["1 Example Street", "Sampleford ZZ1 1ZZ"],
};

test("a company is shown with the numbers that it has, and not at all where none is known", () => {
  expect(brandConstants({ project, company })).toEqual({
    project: "Lantern",
    support: "hello@lantern.example",
    "company.name": "Lantern Ltd",
    "company.address": "1 Example Street, Sampleford ZZ1 1ZZ",
    "company.imprint": "Lantern Ltd, 1 Example Street, Sampleford ZZ1 1ZZ",
  });
  const numbers = { registration: "No. 01", taxNumber: "VAT 02" };
  expect(
    brandConstants({ project, company: { ...company, ...numbers } }),
  ).toMatchObject({
    "company.imprint":
      "Lantern Ltd, 1 Example Street, Sampleford ZZ1 1ZZ, No. 01, VAT 02",
  });
  expect(Object.keys(brandConstants({ project }))).toEqual([
    "project",
    "support",
  ]);
});

test.each([
  ["{{ company.imprint }}", true],
  ["We are {{company.name}}.\n\nWrite to {{ company.address }}.", true],
  ["{{ company.name }}", false],
  ["{{ company.address }}", false],
  ["company.imprint", false],
  ["{{ project }}", false],
])("%j shows a company: %s", (written, shows) => {
  expect(showsCompany(written)).toBe(shows);
});
