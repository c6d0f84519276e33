import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../../app.ts";
import { countRefundsDue } from "../../db/payments.ts";
import { countReturnedPlans } from "../../db/returned-plans.ts";
import { clean } from "../../jobs/housekeeping.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  initiate,
  openHosted,
  statusOf,
  type Visitor,
} from "../../testing/calls.ts";
import { testSite } from "../../testing/site.ts";
import { providersOf } from "../registry.ts";
import {
  sessionOf,
  stripeAt,
  subscribe,
  useStripeShop,
} from "./shop.fixture.ts";

const {
  server,
  fake,
  deliver,
  deliverAll,
  returning,
  chargesOf,
  subscriptionsOf,
} = useStripeShop();

/** A visitor who has paid for the journal, with all messages about that on hold. */
async function paid() {
  const visitor = await arrive(server);
  const { id, url } = await openHosted(visitor);
  fake.bank.pay(sessionOf(url));
  const intent = fake.bank.intentOf(sessionOf(url));
  return { visitor, id, intent };
}

/** A visitor whose plan renews. */
async function renewing() {
  const visitor = await arrive(server);
  const { id, session } = await subscribe(visitor);
  fake.bank.pay(session);
  const subscription = String(fake.bank.get(session)["subscription"]);
  return { visitor, id, subscription, intent: fake.bank.intentOf(session) };
}

const taken = () => fake.bank.events.splice(0);
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([stripeAt(fake.url)]),
    log: () => {},
    now: () => new Date(server.clock.ms),
  });

async function moneyOf(id: string) {
  const fields = ["amount", "state", "refunded", "withdrawn"] as const;
  return {
    payments: await server.db
      .selectFrom("payments")
      .select(fields)
      .where("checkout_id", "=", id)
      .execute(),
    renewals: await server.db
      .selectFrom("renewals")
      .select(fields)
      .where("checkout_id", "=", id)
      .execute(),
  };
}

async function purchaseOf(visitor: Visitor, id: string) {
  const answer = await visitor.call("/api/pay/purchases");
  const { purchases } = expectAnswer("purchases", answer);
  const list: readonly unknown[] = Array.isArray(purchases) ? purchases : [];
  return list.find((one) => Object(one).checkout_id === id);
}

/** Every order in which a few messages can come. */
function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    ordersOf(items.toSpliced(i, 1)).map((rest) => [item, ...rest]),
  );
}

describe("money that goes back", () => {
  test("wholly is told the visitor, who may buy again", async () => {
    const { visitor, id, intent } = await paid();
    await deliverAll(taken());
    fake.bank.refund(intent, 999);
    const events = taken();
    await deliverAll([...events, ...events]);
    expect((await moneyOf(id)).payments).toEqual([
      { amount: 999, state: "refunded", refunded: 999, withdrawn: 0 },
    ]);
    expect(await purchaseOf(visitor, id)).toMatchObject({
      status: "refunded",
      refunded: 999,
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "refunded" });
    const again = await openHosted(visitor);
    expect(again.id).not.toBe(id);
    fake.bank.pay(sessionOf(again.url));
    await deliverAll(taken());
    expect(await statusOf(visitor, again.id)).toMatchObject({ status: "paid" });
    expect(await countRefundsDue(server.db)).toBe(0);
  });

  test.each(["charge.refunded", "refund.created"])(
    "is known by %s alone",
    async (type) => {
      const { id, intent } = await paid();
      await deliverAll(taken());
      fake.bank.refund(intent, 999);
      const [event = ""] = taken().filter((text) => text.includes(type));
      await deliver(event);
      expect((await moneyOf(id)).payments).toMatchObject([
        { state: "refunded", refunded: 999 },
      ]);
    },
  );

  test("of one tap is not charged again by the same tap", async () => {
    const { visitor, charge } = await returning("pm_good");
    const paying = expectAnswer("make-charge", await charge());
    const id = String(paying["checkout_id"]);
    await deliverAll(taken());
    await server.send(`/api/admin/orders/${id}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {},
    });
    // The page goes on to the payment page, with a price that is confirmed anew.
    expectProblem("reference-unknown", await charge());
    expect(chargesOf(id)).toHaveLength(1);
    expect((await openHosted(visitor)).id).not.toBe(id);
  });

  test("in part leaves the order paid", async () => {
    const { visitor, id, intent } = await paid();
    fake.bank.refund(intent, 300);
    fake.bank.refund(intent, 200);
    await deliverAll(taken());
    expect(await purchaseOf(visitor, id)).toMatchObject({
      status: "partly_refunded",
      refunded: 500,
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    const again = await openHosted(visitor);
    expect(again.id).toBe(id);
  });

  test("may be told before the payment is, twice, and to two processes at once", async () => {
    const { visitor, id, intent } = await paid();
    fake.bank.refund(intent, 999);
    const events = taken();
    await Promise.all(
      [...events.toReversed(), ...events].map((one) => deliver(one)),
    );
    await deliverAll(events);
    expect((await moneyOf(id)).payments).toEqual([
      { amount: 999, state: "refunded", refunded: 999, withdrawn: 0 },
    ]);
    expect(await purchaseOf(visitor, id)).toMatchObject({ refunded: 999 });
  });

  test.each(ordersOf([0, 1, 2, 3]))(
    "and cannot be paid out after all is not back, told in the order %i %i %i %i",
    async (...order) => {
      const { id, intent } = await paid();
      const [, completed = ""] = taken();
      fake.bank.failRefund(fake.bank.refund(intent, 999).id);
      const events = [completed, ...taken()];
      await deliverAll(order.map((at) => events[at] ?? ""));
      expect((await moneyOf(id)).payments).toEqual([
        { amount: 999, state: "paid", refunded: 0, withdrawn: 0 },
      ]);
    },
  );

  test.each(["subscription_cycle", "subscription_update"])(
    "for a renewal by %s is the renewal's, for the first payment of a plan the plan's",
    async (billing_reason) => {
      const { id, subscription, intent } = await renewing();
      const renewal = fake.bank.renew(subscription, 2999, { billing_reason });
      fake.bank.refund(renewal, 2999);
      fake.bank.refund(intent, 1000);
      for (const event of taken().toReversed()) await deliver(event);
      expect(await moneyOf(id)).toEqual({
        payments: [
          {
            amount: 3999,
            state: "partly_refunded",
            refunded: 1000,
            withdrawn: 0,
          },
        ],
        renewals: [
          { amount: 2999, state: "refunded", refunded: 2999, withdrawn: 0 },
        ],
      });
    },
  );

  test("of somebody else's payment is taken and changes nothing", async () => {
    const message = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "refund.created",
      created: 1,
      data: { object: { id: "re_x", payment_intent: "pi_unknown" } },
    });
    expect((await deliver(message)).json).toEqual({ received: true });
  });
});

describe("a dispute", () => {
  test.each([
    ["won", "paid", 0],
    ["lost", "charged_back", 999],
  ] as const)(
    "that is %s leaves the payment %s, in whatever order it is told",
    async (outcome, state, withdrawn) => {
      const { visitor, id, intent } = await paid();
      await deliverAll(taken());
      const dispute = fake.bank.dispute(intent);
      await deliverAll(fake.bank.events.slice());
      expect((await moneyOf(id)).payments).toMatchObject([
        { state: "disputed", withdrawn: 0 },
      ]);
      // Not decided yet: it counts.
      expect(await purchaseOf(visitor, id)).toMatchObject({ status: "paid" });
      expect((await openHosted(visitor)).id).toBe(id);
      fake.bank.decide(dispute, outcome);
      await deliverAll(taken());
      expect((await moneyOf(id)).payments).toEqual([
        { amount: 999, state, refunded: 0, withdrawn },
      ]);

      const other = await paid();
      const paying = taken();
      fake.bank.decide(fake.bank.dispute(other.intent), outcome);
      await deliverAll(taken().toReversed());
      await deliverAll(paying);
      expect((await moneyOf(other.id)).payments).toEqual([
        { amount: 999, state, refunded: 0, withdrawn },
      ]);
    },
  );

  test("that was lost lets the visitor buy again", async () => {
    const { visitor, id, intent } = await paid();
    await deliverAll(taken());
    fake.bank.decide(fake.bank.dispute(intent), "lost");
    await deliverAll(taken());
    expect(await purchaseOf(visitor, id)).toMatchObject({
      status: "refunded",
      refunded: 999,
    });
    expect((await openHosted(visitor)).id).not.toBe(id);
  });
});

describe("a plan", () => {
  test("whose renewal fails is past due until it is paid", async () => {
    const { id, subscription } = await renewing();
    await deliverAll(taken());
    fake.bank.failRenewal(subscription, 2999, 3);
    const events = taken();
    await deliverAll([...events.toReversed(), ...events]);
    expect(await subscriptionsOf(id)).toMatchObject([{ status: "past_due" }]);
    const failures = await server.db
      .selectFrom("failed_renewals")
      .select(["attempt", "amount"])
      .where("checkout_id", "=", id)
      .orderBy("attempt")
      .execute();
    expect(failures).toEqual([
      { attempt: 1, amount: 2999 },
      { attempt: 2, amount: 2999 },
      { attempt: 3, amount: 2999 },
    ]);
  });

  test("that is paid late renews when its period ends", async () => {
    const { id, subscription } = await renewing();
    await deliverAll(taken());
    const current_period_end = 1_902_000_000;
    fake.bank.renew(subscription, 2999, { current_period_end });
    await deliverAll(taken());
    expect(await subscriptionsOf(id)).toMatchObject([
      { renews_at: new Date(current_period_end * 1_000) },
    ]);
  });

  test("that is paused, or dearer, at Stripe is so for its buyer and for operators", async () => {
    const { visitor, id, subscription } = await renewing();
    await deliverAll(taken());
    const shown = async () =>
      (
        await server.send(`/api/admin/orders/${id}`, {
          headers: { accept: "text/plain" },
        })
      ).text;
    fake.bank.edit(subscription, { pause_collection: { behavior: "void" } });
    await deliverAll(taken());
    expect(await purchaseOf(visitor, id)).toMatchObject({
      renewal: null,
      stopped: "paused",
    });
    expect(await shown()).toContain("charges are paused");
    const [item] = Object(fake.bank.get(subscription)["items"]).data;
    const recurring = { interval: "month", interval_count: 1 };
    const price = { ...item.price, unit_amount: 4900, recurring };
    const items = { data: [{ ...item, price }] };
    fake.bank.edit(subscription, { pause_collection: null, items });
    await deliverAll(taken());
    expect(await purchaseOf(visitor, id)).toMatchObject({
      renewal: { amount: 4900, everyDays: 30 },
    });
    expect(await purchaseOf(visitor, id)).not.toHaveProperty("stopped");
    expect(await shown()).toMatch(/active, renews /);
    expect(await subscriptionsOf(id)).toMatchObject([{ amount: 4900 }]);
  });

  test("that is cancelled ends with what is paid for, or at once", async () => {
    const { visitor, id, subscription } = await renewing();
    await deliverAll(taken());
    expect(await purchaseOf(visitor, id)).toMatchObject({
      renewal: { amount: 2999 },
    });
    fake.bank.cancelAtEnd(subscription);
    const [ending = ""] = taken();
    await deliver(ending);
    expect(await subscriptionsOf(id)).toMatchObject([
      { status: "active", ends_at: new Date(1_900_000_000_000) },
    ]);
    const stopped = { renewal: null, stopped: "cancelled" };
    expect(await purchaseOf(visitor, id)).toMatchObject(stopped);
    fake.bank.cancel(subscription);
    await deliverAll([...taken(), ending]);
    expect(await purchaseOf(visitor, id)).toMatchObject(stopped);
    expect(await subscriptionsOf(id)).toMatchObject([
      { status: "cancelled", ends_at: null },
    ]);
  });
});

describe("a plan whose money went back", () => {
  const atStripe = (subscription: string) =>
    fake.bank.get(subscription)["status"];

  test("is ended at Stripe by the next round, also where Stripe was away before", async () => {
    const { visitor, id, subscription, intent } = await renewing();
    await deliverAll(taken());
    fake.bank.refund(intent, Number(fake.bank.get(intent)["amount"]));
    await deliverAll(taken());
    fake.fault = 503;
    await clean(services());
    expect(atStripe(subscription)).not.toBe("canceled");
    expect(await subscriptionsOf(id)).toMatchObject([{ status: "active" }]);
    expect(await countReturnedPlans(server.db)).toBe(1);
    fake.fault = null;
    await clean(services());
    expect(atStripe(subscription)).toBe("canceled");
    expect(await subscriptionsOf(id)).toMatchObject([{ status: "cancelled" }]);
    expect(await purchaseOf(visitor, id)).toMatchObject({ renewal: null });
    expect(await countReturnedPlans(server.db)).toBe(0);
  });

  test("is ended also where it was renewed while Stripe was away", async () => {
    const { id, subscription, intent } = await renewing();
    await deliverAll(taken());
    fake.bank.refund(intent, Number(fake.bank.get(intent)["amount"]));
    await deliverAll(taken());
    const paid_at = server.clock.ms / 1_000 + 1;
    fake.bank.renew(subscription, 2999, { paid_at });
    await deliverAll(taken());
    expect(await countReturnedPlans(server.db)).toBe(1);
    await clean(services());
    expect(atStripe(subscription)).toBe("canceled");
    expect(await subscriptionsOf(id)).toMatchObject([{ status: "cancelled" }]);
  });

  test.each<[string, (intent: string) => void]>([
    [
      "given back",
      (intent) =>
        void fake.bank.refund(intent, Number(fake.bank.get(intent)["amount"])),
    ],
    [
      "won by the buyer's bank",
      (intent) => fake.bank.decide(fake.bank.dispute(intent), "lost"),
    ],
  ])(
    "is ended also where it is heard after a renewal that it was %s",
    async (_, goBack) => {
      const { id, subscription, intent } = await renewing();
      await deliverAll(taken());
      goBack(intent);
      const back = taken();
      server.clock.ms += 3_600_000;
      const paid_at = server.clock.ms / 1_000;
      fake.bank.renew(subscription, 2999, { paid_at });
      await deliverAll(taken());
      server.clock.ms += 3_600_000;
      await deliverAll(back);
      expect(await countReturnedPlans(server.db)).toBe(1);
      await clean(services());
      expect(atStripe(subscription)).toBe("canceled");
      expect(await subscriptionsOf(id)).toMatchObject([
        { status: "cancelled" },
      ]);
    },
  );

  test("goes on when a part went back, or when it had been renewed before", async () => {
    const partly = await renewing();
    const renewed = await renewing();
    await deliverAll(taken());
    fake.bank.refund(partly.intent, 1);
    const paid_at = server.clock.ms / 1_000 - 1;
    fake.bank.renew(renewed.subscription, 2999, { paid_at });
    const all = Number(fake.bank.get(renewed.intent)["amount"]);
    fake.bank.refund(renewed.intent, all);
    await deliverAll(taken());
    await clean(services());
    for (const { id, subscription } of [partly, renewed]) {
      expect(atStripe(subscription)).not.toBe("canceled");
      expect(await subscriptionsOf(id)).toMatchObject([{ status: "active" }]);
    }
  });
});

test("a second payment for one order may be given back, whichever of the two it is", async () => {
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const due = await countRefundsDue(server.db);
  const { id, intent } = await paid();
  await deliverAll(taken());
  // As a message of another PaymentIntent for the same checkout tells.
  const second = fake.bank.things.get(intent);
  if (second === undefined) throw new Error("nothing was paid");
  fake.bank.things.set("pi_second", { ...second, id: "pi_second" });
  await deliver(
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "payment_intent.succeeded",
      created: 1,
      data: { object: { ...second, id: "pi_second" } },
    }),
  );
  expect(await countRefundsDue(server.db)).toBe(due + 1);
  fake.bank.refund(intent, 999);
  await deliverAll(taken());
  expect(await countRefundsDue(server.db)).toBe(due);
  const rows = await server.db
    .selectFrom("payments")
    .select(["transaction", "refund_due", "state"])
    .where("checkout_id", "=", id)
    .orderBy("transaction")
    .execute();
  expect(rows).toEqual(
    [
      { transaction: intent, refund_due: true, state: "refunded" },
      { transaction: "pi_second", refund_due: false, state: "paid" },
    ].toSorted((a, b) => (a.transaction < b.transaction ? -1 : 1)),
  );
});
