import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findCheckout } from "../../db/checkouts.ts";
import { arrive, countPayments, openHosted } from "../../testing/calls.ts";
import { sessionOf, subscribe, useStripeShop } from "./shop.fixture.ts";

const { server, fake, deliverAll, subscriptionsOf } = useStripeShop();

const CREATED = 1_900_000_000;
const tell = (type: string, object: object) =>
  deliverAll([
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type,
      created: CREATED,
      data: { object },
    }),
  ]);
const stored = (id: string) => findCheckout(server.db, id);
const keep = (thing: {
  readonly id: string;
  readonly [name: string]: unknown;
}) => {
  fake.bank.things.set(thing.id, { ...thing });
  return thing;
};

async function opened() {
  const { id, url } = await openHosted(await arrive(server));
  return { id, session: sessionOf(url) };
}

describe("a message about a hosted page", () => {
  /** A payment that was tried on it. */
  const tried = (id: string, status: string) =>
    keep({
      id: `pi_${randomUUID()}`,
      object: "payment_intent",
      status,
      amount_received: 999,
      currency: "usd",
      customer: "cus_x",
      payment_method: null,
      metadata: { checkout_id: id },
    });

  test("that has run out closes it, before anybody looks", async () => {
    const { id, session } = await opened();
    fake.bank.expire(session);
    await deliverAll(fake.bank.events.splice(0));
    expect(await stored(id)).toMatchObject({ status: "cancelled" });
  });

  test("on which an attempt has failed leaves it open", async () => {
    const { id } = await opened();
    const failed = tried(id, "requires_payment_method");
    await tell("payment_intent.payment_failed", failed);
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("whose payment is on its way leaves it open", async () => {
    const { id, session } = await opened();
    const complete = { ...fake.bank.get(session), status: "complete" };
    await tell("checkout.session.completed", keep(complete));
    expect(await stored(id)).toMatchObject({ status: "open" });
  });

  test("that nobody has paid, by another payment, makes it paid", async () => {
    const { id } = await opened();
    await tell("payment_intent.succeeded", tried(id, "succeeded"));
    expect(await stored(id)).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
  });

  test("asks for what it names, and for the page only while that waits", async () => {
    const { session } = await opened();
    fake.bank.pay(session);
    fake.calls.length = 0;
    await deliverAll(fake.bank.events.splice(0).toReversed());
    expect(fake.calls).toEqual([
      `GET /v1/checkout/sessions/${session}`,
      `GET /v1/payment_intents/${fake.bank.intentOf(session)}`,
    ]);
  });
});

/** A plan that was paid for, and its subscription. */
async function renewing() {
  const { id, session } = await subscribe(await arrive(server));
  fake.bank.pay(session);
  await deliverAll(fake.bank.events.splice(0));
  return { id, subscription: String(fake.bank.get(session)["subscription"]) };
}

/** The invoice of a renewal, but for its plan. */
const renewal = (id: string) => ({
  id,
  billing_reason: "subscription_cycle",
  amount_paid: 2999,
  currency: "usd",
  status_transitions: { paid_at: CREATED },
});

const renewalsOf = (id: string) =>
  server.db
    .selectFrom("renewals")
    .select(["reference", "amount"])
    .where("checkout_id", "=", id)
    .execute();

test("a message about the first invoice of a plan is no renewal", async () => {
  const { id, subscription } = await renewing();
  fake.calls.length = 0;
  const metadata = { checkout_id: id };
  await tell("invoice.paid", {
    ...renewal("in_first"),
    billing_reason: "subscription_create",
    parent: { subscription_details: { metadata, subscription } },
  });
  expect(await renewalsOf(id)).toEqual([]);
  expect(await subscriptionsOf(id)).toHaveLength(1);
  expect(fake.calls).toEqual([]);
});

test.each([
  [
    "as they are now",
    (subscription: string, metadata: object) => ({
      parent: { subscription_details: { metadata, subscription } },
    }),
  ],
  [
    "as they were before",
    (subscription: string, metadata: object) => ({
      subscription,
      subscription_details: { metadata },
    }),
  ],
])(
  "a message about a renewal is understood %s, and its plan asked after",
  async (_, shape) => {
    const { id, subscription } = await renewing();
    const plan = fake.bank.get(subscription);
    const [item] = Object(plan["items"]).data;
    const data = [{ ...item, current_period_end: CREATED + 1 }];
    keep({ ...plan, items: { data } });
    const reference = `in_${randomUUID()}`;
    await tell("invoice.paid", {
      ...renewal(reference),
      ...shape(subscription, { checkout_id: id }),
    });
    expect(await renewalsOf(id)).toEqual([{ reference, amount: 2999 }]);
    expect(await subscriptionsOf(id)).toMatchObject([
      { renews_at: new Date((CREATED + 1) * 1_000) },
    ]);
  },
);

test("a message about a renewal that names no plan is one all the same", async () => {
  const { id } = await renewing();
  fake.calls.length = 0;
  const subscription_details = { metadata: { checkout_id: id } };
  const parent = { subscription_details };
  await tell("invoice.paid", { ...renewal("in_nameless"), parent });
  expect(await renewalsOf(id)).toMatchObject([{ reference: "in_nameless" }]);
  expect(fake.calls).toEqual([]);
});

test("a dispute is told when its message was made", async () => {
  const { id, session } = await opened();
  fake.bank.pay(session);
  await deliverAll(fake.bank.events.splice(0));
  const dispute = fake.bank.dispute(fake.bank.intentOf(session));
  await tell("charge.dispute.created", fake.bank.get(dispute));
  const told = await server.db
    .selectFrom("disputes")
    .select("told_at")
    .where("checkout_id", "=", id)
    .execute();
  expect(told).toEqual([{ told_at: new Date(CREATED * 1_000) }]);
});

describe("a refund of a payment of another shop changes nothing", () => {
  const invoice = { id: "in_x", billing_reason: "subscription_cycle" };
  const subscription_details = { metadata: {}, subscription: "sub_x" };

  test.each([
    ["that has no invoice", []],
    ["whose invoice is of no plan", [{ ...invoice, parent: null }]],
    [
      "that renews a plan of theirs",
      [{ ...invoice, parent: { subscription_details } }],
    ],
  ])("%s", async (_, invoices) => {
    const { id: payment_intent } = keep({
      id: `pi_${randomUUID()}`,
      metadata: {},
    });
    const payment = { type: "payment_intent", payment_intent };
    for (const one of invoices) {
      keep(one);
      keep({ id: "inpay_x", invoice: one.id, payment });
    }
    await tell("refund.created", { id: "re_x", payment_intent });
    const kept = await server.db
      .selectFrom("refunds")
      .select("refund_id")
      .where("reference", "=", "re_x")
      .execute();
    expect(kept).toEqual([]);
  });
});
