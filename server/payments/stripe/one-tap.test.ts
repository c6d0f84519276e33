import { describe, expect, test } from "vitest";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  statusOf,
} from "../../testing/calls.ts";
import { sessionOf, subscribe, useStripeShop } from "./shop.fixture.ts";

const {
  server,
  fake,
  deliverAll,
  returning,
  chargesOf,
  subscriptionsOf,
  refusalsLogged,
} = useStripeShop();

describe("one tap on the saved card", () => {
  test("charges it once, however often it is asked", async () => {
    const { visitor, charge } = await returning("pm_good");
    const answers = await Promise.all(Array.from({ length: 10 }, charge));
    const done = [
      ...answers.filter(({ status }) => status === 200),
      await charge(),
    ];
    const first = expectAnswer("make-charge", await charge());
    expect(first).toMatchObject({ status: "paid" });
    for (const answer of done) expect(answer.json).toEqual(first);
    expect(chargesOf(first["checkout_id"])).toEqual([
      { checkout: first["checkout_id"], amount: 999 },
    ]);
    await deliverAll(fake.bank.events.splice(0));
    expect(await countPayments(server, String(first["checkout_id"]))).toBe(1);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(2);
  });

  test("on a card that the bank declines", async () => {
    const { charge } = await returning("pm_declined");
    const answer = expectAnswer("make-charge", await charge());
    expect(answer).toMatchObject({ status: "declined" });
    await deliverAll(fake.bank.events.splice(0));
    expect(chargesOf(answer["checkout_id"])).toEqual([]);
  });

  test.each([
    [true, "paid", 1],
    [false, "declined", 0],
  ])(
    "that the bank asks about, answered %s, is %s",
    async (agrees, status, payments) => {
      const { visitor, charge } = await returning("pm_authenticate");
      const asked = expectAnswer("make-charge", await charge());
      const id = String(asked["checkout_id"]);
      expect(asked).toMatchObject({
        status: "needs_authentication",
        url: expect.stringContaining("https://hooks.stripe.example/pi_"),
      });
      // The message about the first try says "failed", which it has not.
      await deliverAll(fake.bank.events.splice(0));
      expect(await statusOf(visitor, id)).toMatchObject({
        status: "needs_authentication",
      });
      fake.bank.authenticate(sessionOf(String(asked["url"])), agrees);
      expect(await statusOf(visitor, id)).toMatchObject({ status });
      await deliverAll(fake.bank.events.splice(0));
      expect(await countPayments(server, id)).toBe(payments);
      expect(chargesOf(id)).toHaveLength(payments);
    },
  );

  test("begins a plan that renews", async () => {
    const { charge } = await returning("pm_good", "plan");
    const { checkout_id, status } = expectAnswer("make-charge", await charge());
    expect(status).toBe("paid");
    const [subscription] = await subscriptionsOf(checkout_id);
    expect(subscription).toMatchObject({
      status: "active",
      amount: 2999,
      every_days: 28,
    });
    expect(fake.bank.get(String(subscription?.reference))).toMatchObject({
      trial_period_days: "28",
      add_invoice_items: { 0: { price_data: { unit_amount: "3999" } } },
    });
  });

  test("of a plan that the bank asks about leads to a hosted page", async () => {
    const { visitor, charge } = await returning("pm_authenticate", "plan");
    const asked = expectAnswer("make-charge", await charge());
    expect(asked).toMatchObject({ status: "needs_authentication" });
    fake.bank.pay(sessionOf(String(asked["url"])));
    await deliverAll(fake.bank.events.splice(0).toReversed());
    const id = String(asked["checkout_id"]);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(chargesOf(id)).toHaveLength(1);
  });

  test("of somebody who has a plan in another currency leads to the payment page", async () => {
    const { visitor, charge } = await returning("pm_good", "plan");
    const paid = [...fake.bank.things.values()].findLast(
      ({ object }) => object === "checkout.session",
    );
    fake.bank.things.set("sub_eur", {
      id: "sub_eur",
      object: "subscription",
      customer: paid?.["customer"],
      currency: "eur",
      status: "active",
    });
    refusalsLogged();
    expectProblem("method-missing", await charge());
    expect(refusalsLogged()).toMatchObject([
      {
        level: "warn",
        provider: "stripe",
        reason: expect.stringMatching(/^[a-z_]+$/),
      },
    ]);
    const { id, session } = await subscribe(visitor);
    expect(fake.bank.get(session)).toMatchObject({ customer: null });
    fake.bank.pay(session);
    await deliverAll(fake.bank.events.splice(0));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(chargesOf(id)).toHaveLength(1);
  });

  test("waits while Stripe is away, and charges once when it is back", async () => {
    const { charge } = await returning("pm_good");
    fake.fault = 500;
    expectProblem("payment-unavailable", await charge());
    fake.fault = null;
    const answer = expectAnswer("make-charge", await charge());
    expect(chargesOf(answer["checkout_id"])).toHaveLength(1);
  });
});

test("renewals are recorded once each, and an end is an end, in whatever order they are told", async () => {
  const visitor = await arrive(server);
  const { id, session } = await subscribe(visitor);
  fake.bank.pay(session);
  const reference = String(fake.bank.get(session)["subscription"]);
  fake.bank.renew(reference, 2999);
  fake.bank.renew(reference, 2999);
  fake.bank.cancel(reference);
  const events = fake.bank.events.splice(0);
  await deliverAll(events.toReversed());
  await deliverAll(events);
  expect(await subscriptionsOf(id)).toMatchObject([
    { reference, status: "cancelled", renews_at: new Date(1_900_000_000_000) },
  ]);
  const renewals = await server.db
    .selectFrom("renewals")
    .select(["amount", "currency"])
    .where("checkout_id", "=", id)
    .execute();
  expect(renewals).toEqual([
    { amount: 2999, currency: "USD" },
    { amount: 2999, currency: "USD" },
  ]);
  expect(await countPayments(server, id)).toBe(1);
});
