import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/server.ts";
import {
  arrive,
  countPayments,
  expectProblem,
  openHosted,
  readObject,
} from "../../testing/calls.ts";
import { providersOf } from "../registry.ts";
import { signed, WEBHOOK_SECRET_BEFORE } from "./stand-in.fixture.ts";
import { sessionOf, stripeAt, useStripeShop } from "./shop.fixture.ts";

const { server, fake, deliver, deliverAll } = useStripeShop();

describe("a message", () => {
  const event = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "invoice.paid",
    data: { object: {} },
  });

  test.each<[string, () => Record<string, string>]>([
    ["without a signature", () => ({ "content-type": "application/json" })],
    [
      "signed by somebody else",
      () => signed(event, { secret: "whsec_other", at: server.clock.ms }),
    ],
    [
      "that is six minutes old",
      () => signed(event, { at: server.clock.ms - 360_000 }),
    ],
    [
      "signed for another body",
      () => signed(`${event} `, { at: server.clock.ms }),
    ],
    ["with half a signature", () => ({ "stripe-signature": "t=1" })],
  ])("%s is refused, and leaves nothing behind", async (_, headers) => {
    expectProblem("not-signed", await deliver(event, headers()));
    const kept = await server.db
      .selectFrom("webhook_events")
      .select("event_id")
      .where("event_id", "=", "evt_1")
      .execute();
    expect(kept).toEqual([]);
  });

  test.each<[string, () => Record<string, string>]>([
    [
      "by the secret of before",
      () =>
        signed(event, { secret: WEBHOOK_SECRET_BEFORE, at: server.clock.ms }),
    ],
    [
      // While a secret is rolled at Stripe, it signs by the old one and by the new one.
      "by a secret that is not known here yet as well",
      () => {
        const [other, own] = [
          signed(event, { secret: "whsec_next", at: server.clock.ms }),
          signed(event, { at: server.clock.ms }),
        ].map((headers) => headers["stripe-signature"]);
        const next = /v1=\w+/.exec(other ?? "")?.[0];
        return {
          "content-type": "application/json",
          "stripe-signature": (own ?? "").replace("v1=", `${next},v1=`),
        };
      },
    ],
  ])("signed %s is taken", async (_, headers) => {
    expect((await deliver(event, headers())).status).toBe(200);
  });

  const strange = (type: string, object: object) => {
    const id = `evt_${randomUUID()}`;
    const text = { id, object: "event", type, data: { object } };
    return { id, text: JSON.stringify(text) };
  };
  const kept = (id: string) =>
    server.db
      .selectFrom("webhook_events")
      .select(["processed_at", "no_order", "problem", "checkout_id"])
      .where("event_id", "=", id)
      .executeTakeFirst();
  const OTHER = "AAAAAAAAAAAAAAAAAAAAAA";
  const metadata = { checkout_id: OTHER };
  const parent = { subscription_details: { metadata } };
  const hosted = { id: "cs_x", client_reference_id: OTHER };
  const renewal = {
    id: "in_x",
    billing_reason: "subscription_cycle",
    amount_paid: 1,
    currency: "usd",
    status_transitions: { paid_at: 1 },
  };

  test.each<[string, string, object]>([
    ["pi_x", "payment_intent.succeeded", { id: "pi_x", metadata }],
    [
      "cs_x",
      "checkout.session.completed",
      { ...hosted, payment_status: "paid" },
    ],
    ["in_x", "invoice.paid", { id: "in_x", amount_paid: 1, parent }],
  ])(
    "about money (%s, %s) of an order that is not there is taken, and left for somebody to look at",
    async (transaction, type, object) => {
      const { id, text } = strange(type, object);
      expect((await deliver(text)).json).toEqual({ received: true });
      expect(await kept(id)).toEqual({
        processed_at: null,
        no_order: true,
        checkout_id: OTHER,
        problem: `no order has this name; the money is ${transaction}`,
      });
    },
  );

  test.each<[string, string, object]>([
    ["money of another shop", "payment_intent.succeeded", { id: "pi_x" }],
    ["a decline", "payment_intent.payment_failed", { id: "pi_x", metadata }],
    [
      "a page that waits for its bank",
      "checkout.session.completed",
      { ...hosted, payment_status: "unpaid" },
    ],
    ["an invoice of nothing", "invoice.paid", { amount_paid: 0, parent }],
    ["a renewal of another shop", "invoice.paid", renewal],
  ])("about %s changes nothing", async (_, type, object) => {
    const { id, text } = strange(type, { metadata: {}, ...object });
    expect((await deliver(text)).json).toEqual({ received: true });
    expect(await kept(id)).toMatchObject({
      processed_at: expect.any(Date),
      problem: null,
    });
  });

  test("about a plan of another shop changes nothing", async () => {
    const plan = { id: "sub_x", object: "subscription", status: "active" };
    const items = { data: [] };
    fake.bank.things.set(plan.id, { ...plan, metadata: {}, items });
    const { id, text } = strange("customer.subscription.updated", plan);
    expect((await deliver(text)).json).toEqual({ received: true });
    expect(await kept(id)).toMatchObject({ problem: null });
  });

  test.each([
    ["charge.refunded", { id: "ch_x" }],
    ["refund.created", { id: "re_x" }],
    ["charge.dispute.created", { id: "dp_x" }],
  ])(
    "of the type %s without a payment asks Stripe for none",
    async (type, object) => {
      fake.calls.length = 0;
      const { id, text } = strange(type, { ...object, payment_intent: null });
      await deliverAll([text]);
      expect(await kept(id)).toMatchObject({ problem: null });
      expect(fake.calls).toEqual([]);
    },
  );

  test("that is signed and no JSON is refused", async () => {
    const refused = expectProblem("not-signed", await deliver("{"));
    expect(refused["status"]).toBe(400);
  });

  test("of Stripe's other kind is signed, and a mistake of ours", async () => {
    const thin = JSON.stringify({ id: "evt_2", object: "v2.core.event" });
    const failed = expectProblem("internal", await deliver(thin));
    expect(failed["status"]).toBe(500);
  });

  test("of more than a megabyte is not read", async () => {
    const long = await deliver(" ".repeat(1_000_001));
    expect(expectProblem("body-too-large", long)["status"]).toBe(413);
  });

  test("that could not be dealt with is dealt with when it comes again", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.pay(sessionOf(url));
    const [first = ""] = fake.bank.events;
    fake.fault = 500;
    expect((await deliver(first)).status).toBeGreaterThanOrEqual(500);
    const { id: event } = readObject(JSON.parse(first));
    expect(await kept(String(event))).toMatchObject({
      processed_at: null,
      problem: expect.any(String),
      checkout_id: id,
    });
    fake.fault = null;
    await deliverAll([first]);
    expect(await kept(String(event))).toMatchObject({
      processed_at: expect.any(Date),
      problem: null,
    });
    expect(await countPayments(server, id)).toBe(1);
  });

  test("about a second payment alone finds the first one as well", async () => {
    const { id, url } = await openHosted(await arrive(server));
    fake.bank.pay(sessionOf(url));
    fake.bank.events.length = 0;
    fake.bank.chargeAgain(id);
    await deliverAll(fake.bank.events.splice(0));
    const payments = await server.db
      .selectFrom("payments")
      .select("refund_due")
      .where("checkout_id", "=", id)
      .execute();
    expect(payments).toHaveLength(2);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("is refused while there is no secret to check it by", async () => {
    const open = await startTestServer({
      providers: providersOf([stripeAt(fake.url, null, null)]),
    });
    const answer = await open.send("/api/pay/stripe/webhook", {
      method: "POST",
      headers: signed(event, { secret: "whsec_", at: open.clock.ms }),
      body: event,
    });
    expect(expectProblem("payment-unavailable", answer)["status"]).toBe(503);
    await open.stop();
  });
});
