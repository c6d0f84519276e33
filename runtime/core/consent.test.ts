import { expect, test } from "vitest";
import {
  allowedPurposes,
  type Consent,
  CONSENT_VERSION,
  isAskedFirst,
  PURPOSES,
  readConsent,
} from "./consent.ts";

const chosen = (...purposes: Consent["purposes"]): Consent => ({
  v: CONSENT_VERSION,
  at: "2026-01-01T00:00:00.000Z",
  purposes,
});

test.each([
  ["none", "US", false, PURPOSES],
  ["notice", "US", false, PURPOSES],
  ["notice", "NZ", false, PURPOSES],
  ["required", "US", false, []],
  ["none", "US", true, []],
  ["notice", "US", true, []],
  ["none", "DE", false, []],
  ["notice", "DE", false, []],
  ["notice", "GB", false, []],
  ["notice", "CH", false, []],
  ["none", null, false, []],
  ["notice", null, false, []],
] as const)(
  "undecided, consent %s, in %s, refused by the browser %s: %j",
  (rule, country, refused, allowed) => {
    expect(allowedPurposes(null, { rule, country, refused })).toEqual(allowed);
  },
);

test.each([true, false])(
  "what was chosen counts, whatever the place and the browser say (%s)",
  (refused) => {
    for (const rule of ["none", "notice", "required"] as const)
      for (const country of ["US", "DE", null]) {
        const place = { rule, country, refused };
        expect(allowedPurposes(chosen(), place)).toEqual([]);
        expect(allowedPurposes(chosen("replay"), place)).toEqual(["replay"]);
      }
  },
);

test.each([
  ["required", "US", true],
  ["notice", "US", false],
  ["none", "FR", true],
  ["notice", null, true],
] as const)("consent %s in %s: asked first %s", (rule, country, asked) => {
  expect(isAskedFirst({ rule, country })).toBe(asked);
});

test.each([
  [chosen("measurement", "marketing"), chosen("measurement", "marketing")],
  [chosen(), chosen()],
  [{ ...chosen(), purposes: ["marketing", "more"] }, chosen("marketing")],
  [{ ...chosen(), v: 0 }, null],
  [{ ...chosen(), at: "yesterday" }, null],
  [{ ...chosen(), purposes: "all" }, null],
  ["accepted", null],
  ["declined", null],
  [true, null],
])("stored %j reads as %j", (value, consent) => {
  expect(readConsent(value)).toEqual(consent);
});
