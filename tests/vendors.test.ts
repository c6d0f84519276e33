import { expect, test } from "vitest";
import { VENDORS, vendorsOf } from "../compiler/link/vendors.ts";
import { vendors } from "../runtime/analytics/registry.ts";
import { contextWith } from "../runtime/testing/vendors.ts";

/** A brand that writes something of each vendor. */
const written: object = new Proxy({}, { get: () => written });
const ALL = vendorsOf(written, { add: () => undefined });
/** Each vendor as the runtime runs it, and as privacy policies and documents' policies tell of it. */
const each = Object.values(VENDORS).map((told) => ({
  id: told.id,
  run: vendors[told.id],
  told,
}));
/** As visitors read it. */
const wordOf = (purpose: string | undefined) =>
  purpose === "marketing" ? "advertising" : purpose;

test.each(each)(
  "$id runs for the purposes that visitors are told of",
  ({ run, told }) => {
    const here = "compiler/link/vendors.ts says as runtime/analytics runs it";
    expect(told.purpose, here).toBe(wordOf(run.purpose));
    expect(told.also?.purpose, here).toBe(wordOf(run.also));
  },
);

test.each(each)(
  "$id runs where the key of a funnel that is told of switches it on, in brands that have it",
  ({ id, run, told }) => {
    const { brand, funnel } = contextWith(ALL);
    const key = told.switch;
    const off = { ...funnel, analytics: false, replay: false };
    const on = key === null ? off : { ...off, [key]: true };
    const others = { ...funnel, analytics: true, replay: true };
    expect(run.wanted(brand, on), `wanted with ${key}`).toBe(true);
    expect(run.wanted(brand, off), "wanted with no key").toBe(key === null);
    if (key !== null)
      expect(
        run.wanted(brand, { ...others, [key]: false }),
        `wanted without ${key}`,
      ).toBe(false);
    const without = { ...brand, vendors: { ...brand.vendors, [id]: null } };
    expect(
      run.wanted(without, others),
      "wanted in a brand that does not have it",
    ).toBe(false);
  },
);
