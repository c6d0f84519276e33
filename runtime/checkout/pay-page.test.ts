import { expect, test } from "vitest";
import { fakeCookies } from "../testing/cookies.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { timerEndedAtom } from "../state/timer.ts";
import { resumeAtom } from "../state/visit.ts";
import { shopTests } from "../testing/shop.ts";
import { until } from "../testing/visit.ts";
import { SESSION_COOKIE } from "../../generated/call.ts";

const { bank, keys, paths, server, shop } = shopTests();

test("a product that renews goes to its payment page as a subscription", async () => {
  const { leave, assigned, shown, store } = shop();
  await leave("plan");
  const { checkoutId, lastPurchaseEventId, lastCheckoutProduct } = store.get(
    checkoutStored.state,
  );
  expect(lastCheckoutProduct).toBe("plan");
  expect(assigned).toEqual(["https://calm.example/pay/c-1"]);
  expect(shown()).toEqual(["pending", "plan"]);
  expect(server().calls.map(({ body }) => body)).toEqual([
    {
      product: "plan",
      price: 3999,
      currency: "USD",
      event_id: lastPurchaseEventId,
    },
    {
      product: "plan",
      email: "a@b.co",
      city: "",
      country: "",
      postCode: "",
      meta: {
        event_id: lastPurchaseEventId,
        device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        split_name: "ab_dat2_oto_22",
        split_value: "A",
        value: "/quiz-focus/oto",
      },
      return_path: "/quiz-focus/oto?utm_source=x",
    },
  ]);
  expect(paths()).toEqual(["initiate-checkout", "make-stripe-subscription"]);
  expect(keys()).toEqual([checkoutId]);
});

test("a product that is paid once goes to its payment page as a checkout", async () => {
  const { leave } = shop();
  await leave("extra");
  expect(paths()).toEqual(["initiate-checkout", "make-stripe-checkout"]);
  expect(server().calls[1]?.body).toEqual({
    product: "extra",
    email: "a@b.co",
    meta: expect.objectContaining({ value: "/quiz-focus/oto" }),
    return_path: "/quiz-focus/oto?utm_source=x",
  });
});

test.each([
  ["when it is confirmed", "initiate-checkout"],
  ["when its payment page is opened", "make-stripe-subscription"],
])(
  "a price that has ended %s is asked for once, told, and forgotten",
  async (_, call) => {
    const problem = { type: "urn:problem:price-changed", status: 409 };
    const terms = { left_ms: 0, promo: null, refused: "expired" };
    bank.disturb = ({ path }) => {
      if (path.endsWith("offer-terms")) return { body: terms };
      return path.endsWith(call) ? { status: 409, body: problem } : null;
    };
    const { pay, shown, store } = shop();
    await pay("plan", "hosted");
    expect(shown()).toEqual(["price-changed", "plan"]);
    expect(paths().filter((path) => path === call)).toHaveLength(1);
    expect(paths().at(-1)).toBe("offer-terms");
    expect(store.get(timerEndedAtom)).toBe(true);
    expect(store.get(checkoutStored.state).attempts).toEqual([]);
    bank.disturb = () => null;
    void pay("extra", "hosted");
    await until(
      () => shown()[1] === "extra" && paths().includes("make-stripe-checkout"),
    );
  },
);

test.each([
  ["invalid", "initiate-checkout"],
  ["price-mismatch", "initiate-checkout"],
  ["product-unknown", "initiate-checkout"],
  ["product-mismatch", "make-stripe-subscription"],
])(
  "%s: the page is of another build than the server, and says that it is out of date",
  async (code, call) => {
    const problem = { type: `urn:problem:${code}`, status: 422 };
    bank.disturb = ({ path }) =>
      path.endsWith(call) ? { status: 422, body: problem } : null;
    const { pay, shown, store } = shop();
    await pay("plan", "hosted");
    expect(shown()).toEqual(["outdated", "plan"]);
    expect(paths().filter((path) => path === call)).toHaveLength(1);
    expect(store.get(checkoutStored.state).attempts).toEqual([]);
  },
);

test("a call for the same payment that is still at work: it may charge, so nobody knows", async () => {
  const problem = { type: "urn:problem:in-flight", status: 409 };
  bank.disturb = ({ path }) =>
    path.endsWith("make-stripe-subscription")
      ? { status: 409, body: problem }
      : null;
  const { pay, shown } = shop();
  await pay("plan", "hosted");
  expect(shown()).toEqual(["unknown", "plan"]);
});

test("ten clicks do one", async () => {
  const { pay, assigned } = shop();
  for (let clicks = 0; clicks < 10; clicks += 1) void pay("plan", "hosted");
  await until(() => assigned.length === 1);
  expect(paths()).toEqual(["initiate-checkout", "make-stripe-subscription"]);
});

test.each([
  ["another product", "trial", {}],
  ["another price", "plan", { currency: "GBP", price: 3199 }],
  ["another email", "plan", { email: "b@b.co" }],
] as const)("%s gets its own pair and key", async (_, code, change) => {
  const first = shop();
  await first.leave("plan");
  const back = shop({ backend: first.backend });
  await back.leave(code, change);
  expect(new Set(keys()).size).toBe(2);
  expect(bank.checkouts).toHaveLength(2);
});

test("the same key goes with the same body, whatever has become of the cookies since", async () => {
  const cookies = fakeCookies({ [SESSION_COOKIE]: "s-0", _fbp: "fb.1" });
  const { leave, store, assigned, settle } = shop({ cookies });
  await leave("plan");
  cookies.values.set("_fbp", "fb.2");
  store.set(resumeAtom);
  await settle(null);
  await leave("plan");
  expect(assigned).toHaveLength(2);
  const opened = server().calls.filter(({ path }) => path.includes("stripe"));
  expect(opened.map(({ body }) => Object(body).meta.fbp)).toEqual([
    "fb.1",
    "fb.1",
  ]);
});

test("a provider without a call of its own is named to the server, whose address leads to its page", async () => {
  const { leave, assigned } = shop();
  await leave("extra", { checkout: "paypal" });
  expect(paths()).toEqual(["initiate-checkout", "make-checkout"]);
  expect(server().calls[1]?.body).toMatchObject({
    provider: "paypal",
    product: "extra",
    email: "a@b.co",
    return_path: "/quiz-focus/oto?utm_source=x",
  });
  expect(assigned).toEqual(["https://calm.example/pay/c-1"]);
});
