import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  initiate,
  openHosted,
  statusOf,
} from "../../testing/calls.ts";
import { sessionOf, subscribe, useStripeShop } from "./shop.fixture.ts";

const { server, fake, deliver, deliverAll } = useStripeShop();

describe("a hosted payment", () => {
  test("asks for the price of the list, and comes back to the page", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    const session = fake.bank.get(sessionOf(url));
    expect(session).toMatchObject({
      mode: "payment",
      client_reference_id: id,
      line_items: {
        0: {
          quantity: "1",
          price_data: { currency: "usd", unit_amount: "999" },
        },
      },
      payment_intent_data: { setup_future_usage: "off_session" },
      success_url: `http://calm.localhost/quiz/oto?utm_source=x&checkout=${id}`,
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open", url });
  });

  test("comes back to no place that whoever calls has made up", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const answer = await visitor.call("/api/pay/make-stripe-checkout", {
      method: "POST",
      headers: {
        "idempotency-key": randomUUID(),
        origin: "https://evil.example",
        "sec-fetch-site": "same-origin",
      },
      body: { product: "journal", return_path: "/quiz/oto" },
    });
    const { url } = expectAnswer("make-stripe-checkout", answer);
    expect(fake.bank.get(sessionOf(String(url)))).toMatchObject({
      success_url: expect.stringMatching(
        /^http:\/\/calm\.localhost\/quiz\/oto/,
      ),
      cancel_url: expect.stringMatching(/^http:\/\/calm\.localhost\/quiz\/oto/),
    });
  });

  test("has no page here without a key for one", async () => {
    const visitor = await arrive(server);
    const { id } = await openHosted(visitor);
    const answer = await visitor.call(`/api/pay/stripe/${id}`);
    expect(answer.status).toBe(404);
  });

  test("that renews is one price today, and another one after the days paid for", async () => {
    const { session } = await subscribe(await arrive(server));
    expect(fake.bank.get(session)).toMatchObject({
      mode: "subscription",
      customer_email: "ann@mail.example",
      line_items: {
        0: { price_data: { unit_amount: "3999" } },
        1: {
          price_data: {
            unit_amount: "2999",
            recurring: { interval: "day", interval_count: "28" },
          },
        },
      },
      subscription_data: { trial_period_days: "28" },
    });
  });

  test("is paid by its message, whatever comes twice and in whatever order", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.pay(sessionOf(url));
    const events = fake.bank.events.splice(0);
    await Promise.all(
      [...events.toReversed(), ...events].map((one) => deliver(one)),
    );
    await deliverAll(events);
    expect(await statusOf(visitor, id)).toMatchObject({
      status: "paid",
      amount: 999,
    });
    expect(await countPayments(server, id)).toBe(1);
  });

  test("is paid although its message got lost, when the visitor is back", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.pay(sessionOf(url));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    await deliverAll(fake.bank.events.splice(0));
    expect(await countPayments(server, id)).toBe(1);
  });

  test("whose page has run out is cancelled", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.expire(sessionOf(url));
    await deliverAll(fake.bank.events.splice(0));
    expect(await statusOf(visitor, id)).toMatchObject({ status: "cancelled" });
  });

  test("of another sum than was asked for pays for nothing", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.pay(sessionOf(url));
    const session = fake.bank.get(sessionOf(url));
    fake.bank.things.set(session.id, { ...session, amount_total: 1 });
    const completed = fake.bank.events.find((event) =>
      event.includes("session.completed"),
    );
    expect((await deliver(completed ?? "")).status).toBe(500);
    expect(await countPayments(server, id)).toBe(0);
  });

  test("has no page of the sandbox, where it would cost nothing", async () => {
    const visitor = await arrive(server);
    const { id } = await openHosted(visitor);
    expect((await visitor.call(`/api/pay/sandbox/${id}`)).status).toBe(404);
  });

  test("waits while Stripe is away, and the same key opens it later", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const open = (key: string) =>
      visitor.call("/api/pay/make-stripe-checkout", {
        method: "POST",
        headers: { "idempotency-key": key },
        body: { product: "journal", return_path: "/quiz/oto" },
      });
    const key = randomUUID();
    fake.fault = 500;
    const refused = await open(key);
    expect(expectProblem("payment-unavailable", refused)["status"]).toBe(503);
    fake.fault = null;
    const opened = expectAnswer("make-stripe-checkout", await open(key));
    const left = await server.db
      .selectFrom("checkouts")
      .innerJoin("sessions", "sessions.session_id", "checkouts.session_id")
      .where("sessions.visitor_id", "=", visitor.visitorId)
      .select("checkout_id")
      .execute();
    expect(left).toEqual([{ checkout_id: opened["checkout_id"] }]);
  });
});
