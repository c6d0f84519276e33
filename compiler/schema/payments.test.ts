import { expect, test } from "vitest";
import { PAYMENTS } from "../link/brand.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import {
  readEnvironment,
  readPaymentProviders,
} from "../workspace/environment.ts";
import { providersFor, withProviders } from "./payments.ts";
import { ROOT } from "../testing/root.ts";

const providers = readPaymentProviders(ROOT);

test.each(Object.entries(providers))(
  "%s says what it is and where content may name it",
  (id, provider) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    const { title, description, offeredAs, formTarget, ...rest } = provider;
    const { renews = false, currencies = [], wholeUnits = [], ...more } = rest;
    expect(more).toEqual({});
    // What it takes without limits is left out.
    expect(renews).toBe(false);
    for (const code of [...currencies, ...wholeUnits])
      expect(minorDigits(code), code).not.toBeNull();
    for (const code of wholeUnits) expect(currencies).toContain(code);
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/\.$/);
    expect(offeredAs.length).toBeGreaterThan(0);
    for (const key of offeredAs) expect(["checkout", "saved"]).toContain(key);
    if (formTarget !== undefined) {
      expect(formTarget).toMatch(/^[A-Z_]+$/);
      expect(offeredAs).toContain("checkout");
    }
  },
);

test("the values of a schema follow from the providers: its own first, the default before all", () => {
  const one = { title: "One", description: "It.", offeredAs: [] };
  const all = {
    b: { ...one, offeredAs: ["checkout"] },
    a: { ...one, offeredAs: ["checkout", "saved"] },
  } as const;
  const mounts = {
    items: { properties: { payments: { providers: "checkout" } } },
  } as const;
  expect(withProviders(mounts, all)).toMatchObject({
    items: { properties: { payments: { enum: ["a", "b"] } } },
  });
  expect(
    withProviders({ providers: "checkout", default: "b" }, all),
  ).toMatchObject({ enum: ["b", "a"] });
  const saved = withProviders(
    {
      providers: "saved",
      enum: ["own"],
      markdownEnumDescriptions: ["Ours."],
      default: "own",
    },
    all,
  );
  expect(saved).toEqual({
    enum: ["own", "a"],
    markdownEnumDescriptions: ["Ours.", "It."],
    default: "own",
  });
});

test("what a brand is paid by that says nothing is the same for the linker and for editors", () => {
  const { language } = readEnvironment(ROOT, "funnels", "");
  const payments = language.documents.brand.properties?.["payments"];
  const { checkout, saved } = payments?.properties ?? {};
  expect({ checkout: checkout?.default, saved: saved?.default }).toEqual(
    PAYMENTS,
  );
  expect(checkout?.enum).toHaveLength(
    providersFor("checkout", providers).length,
  );
});
