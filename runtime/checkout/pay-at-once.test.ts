import { expect, test } from "vitest";
import { brand } from "../testing/funnel.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { shopTests } from "../testing/shop.ts";
import { type TestVisitOptions, until } from "../testing/visit.ts";

const { bank, keys, logged, paths, server, shop } = shopTests();
const payments = { ...brand.payments, saved: "pay-pro" } as const;
/** A visitor of a brand whose one-tap offers PayPro charges. */
const atOffer = (options: TestVisitOptions = {}) =>
  shop({ brand: { ...brand, payments }, ...options });

const CHARGE = "/ai-api/pay/pay-pro-make-immediate-charge";
const charges = () => server().calls.filter(({ path }) => path === CHARGE);
const lost = ({ path }: { path: string }) =>
  path === CHARGE ? ({ kind: "drop" } as const) : null;

test("one tap confirms the price and charges at once, with the attempt's key", async () => {
  bank.saved = true;
  const { pay, shown, isPurchased, store } = atOffer();
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(isPurchased()).toBe(true);
  expect(server().calls.map(({ path }) => path)).toEqual([
    "/visitor/initiate-checkout",
    CHARGE,
  ]);
  expect(keys()).toEqual([store.get(checkoutStored.state).checkoutId]);
  expect(String(charges()[0]?.body)).toContain('name="product_code"');
});

test("ten taps charge once", async () => {
  bank.saved = true;
  const { pay, shown } = atOffer();
  const taps = Array.from({ length: 10 }, () => pay("extra", "saved"));
  await Promise.all(taps);
  expect(shown()).toEqual(["paid", "extra"]);
  expect(charges()).toHaveLength(1);
});

test("with nothing saved the payment page takes over, and stays the way", async () => {
  const first = atOffer();
  void first.pay("extra", "saved");
  await until(() => first.assigned.length === 1);
  expect(paths()).toContain("make-stripe-checkout");
  expect(bank.checkouts).toHaveLength(1);
  // Saved by now, in another tab; but this page is open, and may be paid on.
  bank.saved = true;
  const back = atOffer({ backend: first.backend });
  void back.pay("extra", "saved");
  await until(() => back.assigned.length === 1);
  expect(back.assigned).toEqual(first.assigned);
  expect(charges()).toHaveLength(1);
  expect(bank.checkouts).toHaveLength(1);
});

test("a declined charge says so, and the next try has a new key", async () => {
  bank.saved = true;
  bank.next = "declined";
  const { pay, shown } = atOffer();
  await pay("extra", "saved");
  expect(shown()).toEqual(["declined", "extra"]);
  bank.next = "paid";
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(new Set(keys()).size).toBe(2);
});

test("a bank that asks: the next tap leads there, not to a second charge", async () => {
  bank.saved = true;
  bank.next = "needs_authentication";
  const { pay, shown, assigned } = atOffer();
  await pay("extra", "saved");
  expect(shown()).toEqual(["needs-authentication", "extra"]);
  void pay("extra", "saved");
  await until(() => assigned.length === 1);
  expect(assigned).toEqual(["https://calm.example/pay/c-1"]);
  expect(charges()).toHaveLength(1);
});

test("the answer is lost: logged and said; the next tap asks under the same key", async () => {
  bank.saved = true;
  bank.disturb = lost;
  const { pay, shown } = atOffer();
  await pay("extra", "saved");
  expect(shown()).toEqual(["unknown", "extra"]);
  expect(logged()).toContain("the immediate charge failed");
  bank.disturb = () => null;
  await pay("extra", "saved");
  expect(shown()).toEqual(["paid", "extra"]);
  expect(new Set(keys()).size).toBe(1);
  expect(bank.charges).toBe(1);
});

test("a reload in the middle asks, and charges nothing", async () => {
  bank.saved = true;
  bank.disturb = lost;
  const first = atOffer();
  await first.pay("extra", "saved");
  const sent = charges().length;
  const reload = atOffer({ backend: first.backend });
  await reload.settle(null);
  expect(reload.shown()).toEqual(["paid", "extra"]);
  expect(charges()).toHaveLength(sent);
  expect(bank.charges).toBe(1);
});

test("two tabs charge once between them", async () => {
  bank.saved = true;
  const first = atOffer();
  const second = atOffer({ backend: first.backend });
  await Promise.all([first, second].map((tab) => tab.pay("extra", "saved")));
  expect(first.shown()).toEqual(["paid", "extra"]);
  expect(second.shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(1);
});

test("a session that the server has lost confirms the price anew", async () => {
  bank.saved = true;
  const first = atOffer();
  const { answer } = server();
  server().answer = (call) => lost(call) ?? answer(call);
  await first.pay("extra", "saved");
  bank.open();
  bank.saved = true;
  server().answer = answer;
  await first.pay("extra", "saved");
  expect(first.shown()).toEqual(["paid", "extra"]);
  expect(bank.charges).toBe(1);
});
