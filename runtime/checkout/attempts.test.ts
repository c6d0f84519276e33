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
  withAttempt,
} from "./attempts.ts";

const RENEWAL = { price: 4999, every_days: 84, first_days: 84 };
const order: Order = {
  offer: "calm/focus/oto",
  product: "plan",
  price: 3999,
  currency: "USD",
  renewal: RENEWAL,
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
  const one = withAttempt(NO_CHECKOUT, order.offer, newAttempt(order, uuid));
  const two = withAttempt(one, upsell.offer, newAttempt(upsell, uuid));
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

test("an attempt that goes on leaves the last product as it is", () => {
  const uuid = counter();
  const upsell = { ...order, offer: "calm/focus/upsell", product: "extra" };
  const first = newAttempt(order, uuid);
  const begun = [first, newAttempt(upsell, uuid)].reduce<Checkout>(
    (checkout, attempt) => withAttempt(checkout, attempt.order.offer, attempt),
    NO_CHECKOUT,
  );
  const paid = { ...first, payment: "c-1", paid: true };
  const after = withAttempt(begun, order.offer, paid);
  expect(after).toMatchObject({
    lastCheckoutProduct: "extra",
    checkoutId: begun.checkoutId,
  });
  expect(attemptAt(after, order.offer)).toEqual(paid);
});

test("an order without an email leaves the known one", () => {
  const known = { ...NO_CHECKOUT, checkoutEmail: "a@b.co" };
  const attempt = newAttempt({ ...order, email: "" }, counter());
  expect(withAttempt(known, order.offer, attempt).checkoutEmail).toBe("a@b.co");
});

test.each([
  { offer: "calm/focus/upsell" },
  { product: "trial" },
  { price: 4000 },
  { currency: "GBP" },
  { email: "b@b.co" },
  { checkout: "max-pay" },
  { renewal: null },
  { renewal: { ...RENEWAL, price: 9999 } },
  { renewal: { ...RENEWAL, every_days: 7 } },
  { renewal: { ...RENEWAL, first_days: 7 } },
] as const)("another %j is another order", (change) => {
  const attempt = newAttempt(order, counter());
  expect(isFor(attempt, { ...order })).toBe(true);
  expect(isFor(attempt, { ...order, ...change })).toBe(false);
});

test("an order from before renewals were kept is the same one", () => {
  const { renewal: _, ...before } = order;
  expect(isFor(newAttempt(before, counter()), order)).toBe(true);
});

test.each([
  ["nothing sent", {}, false],
  ["a charge under way", { reference: "r-1" }, true],
  ["a payment that is open", { payment: "c-1" }, true],
  ["paid", { payment: "c-1", reference: "r-1", paid: true }, false],
])("%s: the server may know more is %j", (_, change, expected) => {
  const attempt = { ...newAttempt(order, counter()), ...change };
  expect(isUnsettled(attempt)).toBe(expected);
  expect(isUnsettled(null)).toBe(false);
});

test("attempts: one an offer, the newest last, twenty at most", () => {
  const uuid = counter();
  const begin = (checkout: Checkout, offer: string) =>
    withAttempt(checkout, offer, newAttempt({ ...order, offer }, uuid));
  const offers = ({ attempts }: Checkout) =>
    attempts.map((attempt) => attempt.order.offer);
  const names = Array.from({ length: 21 }, (_, index) => `o-${index}`);
  const kept = names.reduce<Checkout>(begin, NO_CHECKOUT);
  expect(offers(kept)).toEqual(names.slice(1));
  const again = begin(kept, "o-5");
  expect(offers(again)).toHaveLength(20);
  expect(offers(again).at(-1)).toBe("o-5");
  expect(offers(withAttempt(again, "o-5", null))).not.toContain("o-5");
});
