import { describe, expect, test } from "vitest";
import { createServices } from "../../app.ts";
import { findCheckout } from "../../db/checkouts.ts";
import { clean } from "../../jobs/housekeeping.ts";
import {
  arrive,
  countPayments,
  expectProblem,
  statusOf,
} from "../../testing/calls.ts";
import { testSite } from "../../testing/site.ts";
import { providersOf } from "../registry.ts";
import { openOrder, usePayPalShop } from "./shop.fixture.ts";
import { WEBHOOK_ID } from "./stand-in.fixture.ts";
import { transmission } from "./stand-in-messages.fixture.ts";

const DAY_MS = 86_400_000;
const { server, fake, payPal, deliver, deliverAll, capturesOf } =
  usePayPalShop();

describe("a message", () => {
  const event = JSON.stringify({
    id: "WH-1",
    event_type: "PAYMENT.CAPTURE.COMPLETED",
    resource: {},
  });

  test.each<[string, string, Record<string, string>]>([
    ["without a signature", event, { "content-type": "application/json" }],
    ["signed for another webhook", event, transmission(event, "OTHER")],
    ["signed for another body", event, transmission(`${event} `, WEBHOOK_ID)],
    [
      "with a signature of somebody else",
      event,
      {
        ...transmission(event, WEBHOOK_ID),
        "paypal-transmission-sig": Buffer.alloc(256).toString("base64"),
      },
    ],
    ["that is no JSON", "{", transmission("{", WEBHOOK_ID)],
    ["that names no event", "{}", transmission("{}", WEBHOOK_ID)],
  ])("%s is refused, and leaves nothing behind", async (_, text, headers) => {
    expectProblem("not-signed", await deliver(text, headers));
    const kept = await server.db
      .selectFrom("webhook_events")
      .select("event_id")
      .where("event_id", "=", "paypal WH-1")
      .execute();
    expect(kept).toEqual([]);
  });

  test("may come twice, late and in any order", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.approve(order);
    const { bank } = fake();
    // The money is taken elsewhere first, so that both messages are there.
    bank.call("POST", `/v2/checkout/orders/${order}/capture`, {});
    const events = bank.events.splice(0);
    expect(events).toHaveLength(2);
    const shuffled = [...events.toReversed(), ...events];
    await Promise.all(shuffled.map((one) => deliver(one)));
    await deliverAll(events);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(capturesOf(id)).toHaveLength(1);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("about money that was taken counts after the checkout was closed", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    await server.send(`/api/pay/paypal/cancel/${id}`);
    fake().bank.approve(order);
    fake().bank.call("POST", `/v2/checkout/orders/${order}/capture`, {});
    await deliverAll(fake().bank.events.splice(0));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  });

  test("about a second order that was paid for one checkout is money to give back", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    const { bank } = fake();
    const { asked } = bank.get(order);
    const second = String(
      Object(bank.call("POST", "/v2/checkout/orders", asked).body).id,
    );
    for (const one of [order, second]) {
      bank.approve(one);
      bank.call("POST", `/v2/checkout/orders/${one}/capture`, {});
    }
    const events = bank.events.splice(0);
    await Promise.all([...events, ...events].map((one) => deliver(one)));
    await deliverAll(events);
    const kept = await server.db
      .selectFrom("payments")
      .select(["transaction", "refund_due"])
      .where("checkout_id", "=", id)
      .execute();
    expect(new Set(kept.map(({ transaction }) => transaction))).toEqual(
      new Set(capturesOf(id).map((capture) => capture.id)),
    );
    expect(kept).toHaveLength(2);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("about a second order alone finds the first one as well", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    const { bank } = fake();
    const { asked } = bank.get(order);
    const second = String(
      Object(bank.call("POST", "/v2/checkout/orders", asked).body).id,
    );
    for (const one of [order, second]) {
      // The messages about the first one get lost.
      bank.events.length = 0;
      bank.approve(one);
      bank.call("POST", `/v2/checkout/orders/${one}/capture`, {});
    }
    await deliverAll(bank.events.splice(0));
    const kept = await server.db
      .selectFrom("payments")
      .select("refund_due")
      .where("checkout_id", "=", id)
      .execute();
    expect(kept).toHaveLength(2);
  });

  test("that could not be dealt with is dealt with when it comes again", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.approve(order);
    const [first = ""] = fake().bank.events.splice(0);
    fake().fault = 500;
    expect((await deliver(first)).status).toBe(503);
    fake().fault = null;
    await deliverAll([first]);
    expect(await countPayments(server, id)).toBe(1);
  });

  const OTHER = "AAAAAAAAAAAAAAAAAAAAAA";
  test.each<[string, string, unknown, boolean]>([
    [
      "money of an order that is not there",
      "COMPLETED",
      { id: "C-1", custom_id: OTHER },
      true,
    ],
    ["a decline of such an order", "DENIED", { custom_id: OTHER }, false],
    ["something else", "COMPLETED", { custom_id: 1 }, false],
    ["nothing", "COMPLETED", null, false],
  ])(
    "about %s is taken (%s), and only money is left for somebody to look at",
    async (what, status, resource, no_order) => {
      const text = JSON.stringify({
        id: `WH-${what}`,
        event_type: `PAYMENT.CAPTURE.${status}`,
        resource,
      });
      expect((await deliver(text)).json).toEqual({ received: true });
      const kept = await server.db
        .selectFrom("webhook_events")
        .select(["no_order", "problem", "processed_at"])
        .where("event_id", "=", `paypal WH-${what}`)
        .executeTakeFirst();
      expect(kept).toMatchObject({
        no_order,
        problem: no_order ? "no order has this name; the money is C-1" : null,
        processed_at: no_order ? null : expect.any(Date),
      });
    },
  );
});

describe("a checkout that nobody has paid", () => {
  test("is closed where nobody has approved it", async () => {
    const { id } = await openOrder(await arrive(server));
    const checkout = await findCheckout(server.db, id);
    await expect(
      checkout && payPal().expire?.(checkout),
    ).resolves.toBeUndefined();
  });

  test("is not closed while PayPal thinks", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.next = "PENDING";
    fake().bank.approve(order);
    await statusOf(visitor, id);
    const checkout = await findCheckout(server.db, id);
    await expect(checkout && payPal().expire?.(checkout)).rejects.toThrow(
      "PayPal is at work",
    );
  });

  test("is unknown after a day while PayPal thinks, and paid when it has", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.next = "PENDING";
    fake().bank.approve(order);
    await statusOf(visitor, id);
    server.clock.ms += DAY_MS + 60_000;
    const told: object[] = [];
    const round = () =>
      clean(
        createServices({
          db: server.db,
          site: testSite,
          providers: providersOf([payPal()]),
          now: () => new Date(server.clock.ms),
          log: (line) => void told.push(line),
        }),
      );
    await round();
    expect(await findCheckout(server.db, id)).toMatchObject({
      status: "open",
      unknown_since: expect.any(Date),
    });
    expect(told).toContainEqual({
      level: "error",
      message: "payments nobody can say anything of",
      payments: expect.any(Number),
    });
    expect(told.filter((line) => "error" in line)).toEqual([]);
    fake().bank.decide(order, "COMPLETED");
    server.clock.ms += 3_700_000;
    await round();
    expect(await findCheckout(server.db, id)).toMatchObject({ status: "paid" });
  });
});
