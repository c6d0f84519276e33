import { expect, test } from "vitest";
import type { Order } from "../core/attempt.ts";
import {
  type Checkout,
  NO_CHECKOUT,
  readCheckout,
} from "../core/checkout-store.ts";
import {
  attemptAt,
  isFor,
  isUnsettled,
  newAttempt,
  newIds,
  withAttempt,
  withBegun,
  withoutAttempt,
} from "./attempts.ts";

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
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("setting lastCheckoutProduct regenerates checkoutId and lastPurchaseEventId, kept with the attempt", () => {
  const uuid = counter();
  const upsell = { ...order, offer: "calm/focus/upsell", product: "extra" };
  const one = withBegun(NO_CHECKOUT, newAttempt(order, newIds(uuid)));
  const two = withBegun(one, newAttempt(upsell, newIds(uuid)));
  expect(one).toMatchObject({
    lastCheckoutProduct: "plan",
    isPurchased: false,
    checkoutEmail: "a@b.co",
  });
  expect(two.lastCheckoutProduct).toBe("extra");
  expect(two.checkoutId).not.toBe(one.checkoutId);
  expect(two.lastPurchaseEventId).not.toBe(one.lastPurchaseEventId);
  expect(attemptAt(two, order.offer)?.checkoutId).toBe(one.checkoutId);
  expect(attemptAt(two, "calm/focus/none")).toBeNull();
  expect(readCheckout(copy(two))).toEqual(two);
});

test("an order without an email leaves the known one", () => {
  const known = { ...NO_CHECKOUT, checkoutEmail: "a@b.co" };
  const attempt = newAttempt({ ...order, email: "" }, newIds(counter()));
  expect(withBegun(known, attempt).checkoutEmail).toBe("a@b.co");
});

test.each([
  { offer: "calm/focus/upsell" },
  { product: "trial" },
  { price: 4000 },
  { currency: "GBP" },
  { email: "b@b.co" },
  { checkout: "max-pay" },
] as const)("another %j is another order", (change) => {
  const attempt = newAttempt(order, newIds(counter()));
  expect(isFor(attempt, { ...order })).toBe(true);
  expect(isFor(attempt, { ...order, ...change })).toBe(false);
});

test.each([
  ["nothing sent", {}, false],
  ["a charge under way", { reference: "r-1" }, true],
  ["a payment that is open", { payment: "c-1" }, true],
  ["paid", { payment: "c-1", reference: "r-1", paid: true }, false],
])("%s: the server may know more is %j", (_, change, expected) => {
  const attempt = { ...newAttempt(order, newIds(counter())), ...change };
  expect(isUnsettled(attempt)).toBe(expected);
  expect(isUnsettled(null)).toBe(false);
});

test("attempts: one an offer, the newest last, twenty at most", () => {
  const uuid = counter();
  const at = (offer: string) => newAttempt({ ...order, offer }, newIds(uuid));
  const offers = ({ attempts }: Checkout) =>
    attempts.map((attempt) => attempt.order.offer);
  const names = Array.from({ length: 21 }, (_, index) => `o-${index}`);
  const kept = names.map(at).reduce<Checkout>(withAttempt, NO_CHECKOUT);
  expect(offers(kept)).toEqual(names.slice(1));
  const again = withAttempt(kept, at("o-5"));
  expect(offers(again)).toHaveLength(20);
  expect(offers(again).at(-1)).toBe("o-5");
  expect(offers(withoutAttempt(again, "o-5"))).not.toContain("o-5");
});
