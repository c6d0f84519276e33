import { expect, test } from "vitest";
import type { SiteCode } from "../site.ts";
import { HOLD_MS } from "./countdown.ts";
import { requirePromo } from "./promo.ts";

const code: SiteCode = {
  key: "focus/welcome",
  prefix: null,
  word: "WELCOME",
  limit: 3,
  each: 1,
  until: null,
  prices: { plan: { USD: 1_999, EUR: 1_899 } },
};
const holders = { brand: "calm", names: ["device-1"], session: "device-1" };
const confirmed = {
  promo: code.key,
  product: "plan",
  amount: 1_999,
  currency: "USD",
};
/** The first moment after the last day, and what was confirmed before is held a while longer. */
const OVER = Date.parse("2027-02-01T00:00:00Z");
const LAST_DAY = "2027-01-31";

const use = (
  own: Partial<SiteCode> = {},
  shown: Partial<typeof confirmed> = {},
  now = 0,
) =>
  requirePromo(
    {
      codes: [
        { ...code, key: "focus/other" },
        { ...code, ...own },
      ],
    },
    holders,
    { ...confirmed, ...shown },
    new Date(now),
  );

test("a confirmed price is counted for its code, with how often that may be used", () => {
  const counted = { promo: code.key, holders, limit: 3, each: 1 };
  expect(use()).toEqual(counted);
  expect(use({}, { amount: 1_899, currency: "EUR" })).toEqual(counted);
  expect(use({ until: LAST_DAY }, {}, OVER + HOLD_MS - 1)).toEqual(counted);
});

test.each<[string, Parameters<typeof use>]>([
  ["is not there any more", [{ key: "focus/renamed" }]],
  ["makes another price by now", [{ prices: { plan: { USD: 2_099 } } }]],
  ["never made this one", [{}, { amount: 1 }]],
  ["is not for the product", [{}, { product: "journal" }]],
  ["is not for what every object has", [{}, { product: "constructor" }]],
  ["is not for the currency", [{}, { currency: "GBP" }]],
  ["has ended for too long", [{ until: LAST_DAY }, {}, OVER + HOLD_MS]],
])("a code that %s lowers nothing", (_, given) => {
  expect(() => use(...given)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining("The code does not hold any more."),
    }),
  );
});
