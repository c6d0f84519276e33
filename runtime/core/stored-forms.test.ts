import { expect, test } from "vitest";
import {
  attemptFor,
  isFor,
  newAttempt,
  type Order,
  readAttempts,
  withAttempt,
} from "./attempt.ts";
import { NO_CHECKOUT, readCheckout, withAd, withBegun } from "./checkout.ts";
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
    promo: "CALM-AAAA",
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

const order: Order = {
  offer: "calm/focus/oto",
  product: "plan",
  price: 3999,
  currency: "USD",
  email: "a@b.co",
  checkout: "stripe",
};

function counter(): () => string {
  let made = 0;
  return () => `id-${(made += 1)}`;
}

test("setting lastCheckoutProduct regenerates checkoutId and lastPurchaseEventId, kept with the attempt", () => {
  const uuid = counter();
  const one = withBegun(NO_CHECKOUT, newAttempt(order, uuid));
  const two = withBegun(
    one,
    newAttempt(
      { ...order, offer: "calm/focus/upsell", product: "extra" },
      uuid,
    ),
  );
  expect(one).toMatchObject({
    lastCheckoutProduct: "plan",
    isPurchased: false,
    checkoutEmail: "a@b.co",
  });
  expect(two.lastCheckoutProduct).toBe("extra");
  expect(two.checkoutId).not.toBe(one.checkoutId);
  expect(two.lastPurchaseEventId).not.toBe(one.lastPurchaseEventId);
  expect(attemptFor(two.attempts, order.offer)?.checkoutId).toBe(
    one.checkoutId,
  );
  expect(attemptFor(two.attempts, "calm/focus/none")).toBeNull();
  expect(readCheckout(copy(two))).toEqual(two);
});

test("the checkout store keeps each of its fields, and isPurchased is false at first", () => {
  const { attempts, isPurchased, ...fields } = NO_CHECKOUT;
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
  expect([isPurchased, attempts]).toEqual([false, []]);
  const full = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
  const stored = { ...full, isPurchased: true, attempts: [] };
  expect(readCheckout(copy(stored))).toEqual(stored);
  // A field that makes no sense is as good as none.
  const wrong = Object.fromEntries(names.map((name) => [name, { x: 1 }]));
  expect(readCheckout({ ...wrong, isPurchased: "yes" })).toEqual(NO_CHECKOUT);
});

test("advertising fields of a newer visit replace, missing ones do not", () => {
  const none = {
    adsetName: null,
    adId: null,
    adName: null,
    utmCampaign: null,
    campaignName: null,
  };
  const first = withAd(NO_CHECKOUT, { ...none, adsetId: "s1", utmSource: "x" });
  expect(withAd(first, { ...none, adsetId: null, utmSource: "y" })).toEqual({
    ...NO_CHECKOUT,
    adsetId: "s1",
    utmSource: "y",
  });
});

test.each([
  { offer: "calm/focus/upsell" },
  { product: "trial" },
  { price: 4000 },
  { currency: "GBP" },
  { email: "b@b.co" },
] as const)("another %j is another order", (change) => {
  const attempt = newAttempt(order, counter());
  expect(isFor(attempt, { ...order })).toBe(true);
  expect(isFor(attempt, { ...order, ...change })).toBe(false);
});

test("attempts: one an offer, the twenty newest, nothing that makes no sense", () => {
  const uuid = counter();
  const at = (offer: string) => newAttempt({ ...order, offer }, uuid);
  const many = Array.from({ length: 21 }, (_, index) => at(`o-${index}`));
  const kept = many.reduce<ReturnType<typeof withAttempt>>(withAttempt, []);
  expect(kept).toHaveLength(20);
  expect(withAttempt(kept, at("o-20"))).toHaveLength(20);
  const whole = copy([at("o-1")]);
  if (!Array.isArray(whole)) throw new Error("no list");
  expect(
    readAttempts([
      ...NONSENSE,
      { order },
      { ...whole[0], order: {} },
      ...whole,
    ]),
  ).toEqual(whole);
  expect(
    readAttempts([{ ...whole[0], order: { ...order, currency: "XXX" } }]),
  ).toEqual([]);
  expect(readCheckout("x")).toBeNull();
  expect(readCheckout({ isPurchased: "yes" })).toEqual(NO_CHECKOUT);
});
