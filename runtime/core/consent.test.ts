import { expect, test } from "vitest";
import { SESSION_TTL_S } from "../../generated/call.ts";
import {
  allowedPurposes,
  type Consent,
  countryNow,
  isAskedAgain,
  isAskedFirst,
  PLACE_HOLDS_MS,
  PURPOSES,
  readConsent,
} from "./consent.ts";
import { readPendingConsents } from "./consent-outbox.ts";
import { CONSENT_VERSION } from "./storage-keys.ts";

const NOW = Date.UTC(2026, 0, 1);
const PLACE = {
  status: "success",
  country_code: "US",
  currency: "USD",
  city: "",
  country: "",
  postcode: "",
} as const;

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
    const circumstances = { rule, country, awaited: false, refused };
    expect(allowedPurposes(null, circumstances)).toEqual(allowed);
    const awaited = { ...circumstances, awaited: true };
    expect(allowedPurposes(null, awaited)).toEqual([]);
  },
);

test.each([
  [{}, "US"],
  [{ at: NOW - PLACE_HOLDS_MS }, "US"],
  [{ at: NOW - PLACE_HOLDS_MS - 1 }, null],
  // A clock that was put back, or an entry by hand.
  [{ at: NOW + 1 }, null],
  [{ at: undefined }, null],
  [{ status: "fail" }, null],
] as const)("a place %j counts as %s now", (changes, country) => {
  const { at, ...place } = { ...PLACE, at: NOW, ...changes };
  const kept = at === undefined ? place : { ...place, at };
  expect(countryNow(kept, NOW)).toBe(country);
});

test.each([
  [null, true],
  [NOW, false],
  [NOW - SESSION_TTL_S * 1_000, false],
  [NOW - SESSION_TTL_S * 1_000 - 1, true],
  [NOW + 1, true],
])("asked at %s: asked again %s", (askedAt, again) => {
  expect(isAskedAgain(askedAt, NOW)).toBe(again);
});

test("without a lookup the country is not known", () => {
  expect(countryNow(null, NOW)).toBeNull();
});

test.each([true, false])(
  "what was chosen counts, whatever the place and the browser say (%s)",
  (refused) => {
    for (const rule of ["none", "notice", "required"] as const)
      for (const country of ["US", "DE", null]) {
        const place = { rule, country, awaited: refused, refused };
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
  expect(isAskedFirst({ rule, country, awaited: false })).toBe(asked);
});

test.each([
  [chosen("measurement", "marketing"), chosen("measurement", "marketing")],
  [chosen(), chosen()],
  [{ ...chosen(), purposes: ["marketing", "more"] }, chosen("marketing")],
  [{ ...chosen(), unasked: ["more"] }, chosen()],
  [
    { ...chosen(), unasked: ["marketing", "more"] },
    { ...chosen(), unasked: ["marketing"] },
  ],
  [{ ...chosen(), v: 0 }, null],
  [{ ...chosen(), v: "1" }, null],
  [{ ...chosen(), at: "yesterday" }, null],
  [{ ...chosen(), purposes: "all" }, null],
  ["accepted", null],
  ["declined", null],
  [true, null],
])("stored %j reads as %j", (value, consent) => {
  expect(readConsent(value)).toEqual(consent);
});

test("choices that wait are read in their order, whichever question they answer, without what makes no sense", () => {
  const first = { ...chosen("replay"), v: 0, event_id: "e-1" };
  const second = { ...chosen(), event_id: "e-2", notBefore: NOW };
  const nonsense = [null, 5, [], chosen(), { event_id: "e-3" }];
  expect(readPendingConsents([first, ...nonsense, second])).toEqual([
    { ...first, notBefore: 0 },
    second,
  ]);
  expect(readPendingConsents([{ ...second, notBefore: "soon" }])).toEqual([
    { ...second, notBefore: 0 },
  ]);
  expect(readPendingConsents({ ...second })).toBeNull();
});
