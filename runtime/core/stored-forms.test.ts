import { expect, test } from "vitest";
import { readAttempts } from "./attempt.ts";
import { NO_CHECKOUT, readCheckout } from "./checkout-store.ts";
import { contactFromAnswers, isEmail, readContact } from "./contact.ts";
import { funnel } from "../testing/funnel.ts";
import { NO_JOURNEY, readJourney } from "./journey.ts";
import { NO_VISITOR, readVisitorInfo, withServer } from "./visitor-info.ts";
import { journeyKey } from "./storage-keys.ts";
import { isVisitorInfo } from "../../generated/readers/visitor-info.ts";

const NOW = Date.UTC(2026, 0, 1);
const NONSENSE = [null, 0, "x", [], [[]], true];
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("a journey comes back as it was stored", () => {
  const journey = {
    ...NO_JOURNEY,
    answers: { gender: "female", habits: ["late"], rating: 3 },
    done: ["analyzing"],
    deadline: NOW + 1,
    promo: { id: "own", code: "CALM-AAAAAA" },
    offered: "0a1b2c3d",
  };
  expect(journeyKey(funnel)).toBe("funnel:calm/focus");
  expect(readJourney(funnel, copy(journey), NOW)).toEqual(journey);
});

test("a journey of another version is dropped, a wrong part of one is left out", () => {
  expect(readJourney(funnel, { ...NO_JOURNEY, v: 2 }, NOW)).toBeNull();
  for (const value of NONSENSE)
    expect(readJourney(funnel, value, NOW)).toBeNull();
  const wrong = {
    v: 1,
    answers: 5,
    done: [1, "x", { y: 1 }],
    deadline: "z",
    promo: "<i>",
    offered: "0a1b2c3d4",
  };
  expect(readJourney(funnel, wrong, NOW)).toEqual({
    ...NO_JOURNEY,
    done: ["x"],
  });
});

test("contact fields are the known ones", () => {
  const contact = {
    name: "A",
    email: "a@b.co",
    gender: "f",
    age: "3",
    utm_source: "x",
  };
  expect(
    readContact({ ...contact, evil: "x", toString: "y", utm_: "z" }),
  ).toEqual(contact);
  for (const value of NONSENSE) expect(readContact(value)).toBeNull();
  expect(contactFromAnswers({ gender: "female", age: 34, rating: 1 })).toEqual({
    gender: "female",
    age: "34",
  });
});

test.each([
  ["a@b.co", true],
  [`${"a".repeat(249)}@b.co`, true],
  [`${"a".repeat(250)}@b.co`, false],
  ["a@b", false],
  ["a b@c.co", false],
  ["a@b@c.co", false],
])("%s is an email: %s", (text, is) => {
  expect(isEmail(text)).toBe(is);
});

test("visitor info: the server's answer is taken over, gender and age of this device stay", () => {
  const answer = {
    visitor_id: "v-1",
    is_new_visitor: false,
    contact_info: {
      email: "a@b.co",
      gender: "male",
      sign_up: "2026-01-01T00:00:00Z",
    },
  };
  const before = { ...NO_VISITOR, fbclid: "fb" };
  const after = withServer(before, answer, { gender: "female", age: "25-34" });
  expect(after).toEqual({
    ...answer,
    contact_info: { ...answer.contact_info, gender: "female", age: "25-34" },
    external_referrer: null,
    fbclid: "fb",
    session: null,
  });
  expect(readVisitorInfo(copy(after))).toEqual(after);
  expect(readVisitorInfo({})).toEqual(NO_VISITOR);
  for (const value of [...NONSENSE, {}, { ...answer, contact_info: null }]) {
    expect(isVisitorInfo(value)).toBe(false);
  }
});

test("the checkout store keeps each of its fields, and isPurchased is false at first", () => {
  const { attempts, isPurchased, told, untold, ...fields } = NO_CHECKOUT;
  const names = Object.keys(fields);
  expect(names.toSorted()).toEqual([
    "adId",
    "adName",
    "adsetId",
    "adsetName",
    "campaignName",
    "checkoutEmail",
    "checkoutId",
    "deviceId",
    "lastCheckoutProduct",
    "lastPurchaseEventId",
    "userId",
    "utmCampaign",
    "utmSource",
    "visitorId",
  ]);
  expect([isPurchased, attempts, told, untold]).toEqual([false, [], [], []]);
  const full = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
  const stored = {
    ...full,
    isPurchased: true,
    attempts: [],
    told: ["c-1"],
    untold: [
      { properties: { event_id: "e-1", product: "plan" }, vendors: null },
      { properties: { event_id: "e-2" }, vendors: ["posthog"] },
    ],
  };
  expect(readCheckout(copy(stored))).toEqual(stored);
  // A field that makes no sense is as good as none.
  const wrong = Object.fromEntries(names.map((name) => [name, { x: 1 }]));
  expect(
    readCheckout({
      ...wrong,
      isPurchased: "yes",
      told: [1, null],
      untold: [1, null, []],
    }),
  ).toEqual(NO_CHECKOUT);
});

/** As it lies in the browsers of visitors who are paying: what is written here must be read for ever. */
const STORED_ATTEMPT = {
  order: {
    offer: "calm/focus/oto",
    product: "plan",
    price: 3999,
    currency: "USD",
    email: "a@b.co",
    checkout: "max-pay",
  },
  eventId: "e-1",
  checkoutId: "k-1",
  reference: "r-1",
  details: {
    returnPath: "/quiz-focus/oto?utm_source=x",
    city: "York",
    country: "United Kingdom",
    postCode: "Y1",
    meta: { event_id: "e-1", value: "/quiz-focus/oto" },
  },
  payment: "c-1",
  paid: false,
  isUnknown: false,
};

test("a payment under way is read as it was stored", () => {
  const fresh = {
    ...STORED_ATTEMPT,
    reference: null,
    details: null,
    payment: null,
  };
  const attempts = [fresh, STORED_ATTEMPT, { ...STORED_ATTEMPT, paid: true }];
  expect(readAttempts(copy(attempts))).toEqual(attempts);
  const { order } = STORED_ATTEMPT;
  for (const renewal of [{ price: 1, every_days: 2, first_days: 3 }, null]) {
    const renewing = [{ ...STORED_ATTEMPT, order: { ...order, renewal } }];
    expect(readAttempts(copy(renewing))).toEqual(renewing);
  }
  const told = { ...STORED_ATTEMPT.details, email: "a@b.co" };
  const receipted = [{ ...STORED_ATTEMPT, details: told }];
  expect(readAttempts(copy(receipted))).toEqual(receipted);
  const odd = { ...order, renewal: { price: 1 } };
  expect(readAttempts([{ ...STORED_ATTEMPT, order: odd }])).toEqual([
    STORED_ATTEMPT,
  ]);
  const checkout = {
    ...NO_CHECKOUT,
    lastCheckoutProduct: "plan",
    lastPurchaseEventId: "e-1",
    checkoutId: "k-1",
    checkoutEmail: "a@b.co",
    attempts,
  };
  expect(readCheckout(copy(checkout))).toEqual(checkout);
});

test("an attempt from before there were several payment pages was for Stripe's", () => {
  const { checkout: _, ...order } = STORED_ATTEMPT.order;
  expect(readAttempts([{ ...STORED_ATTEMPT, order }])).toEqual([
    { ...STORED_ATTEMPT, order: { ...order, checkout: "stripe" } },
  ]);
});

test("of attempts the twenty newest are read, and nothing that makes no sense", () => {
  const { order } = STORED_ATTEMPT;
  const many = Array.from({ length: 21 }, (_, index) => ({
    ...STORED_ATTEMPT,
    order: { ...order, offer: `o-${index}` },
  }));
  expect(readAttempts(copy(many))).toEqual(many.slice(1));
  expect(
    readAttempts([
      ...NONSENSE,
      { order },
      { ...STORED_ATTEMPT, order: {} },
      { ...STORED_ATTEMPT, order: { ...order, currency: "XXX" } },
      STORED_ATTEMPT,
    ]),
  ).toEqual([STORED_ATTEMPT]);
  expect(readCheckout("x")).toBeNull();
  expect(readCheckout({ isPurchased: "yes" })).toEqual(NO_CHECKOUT);
});
