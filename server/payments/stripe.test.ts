import { randomUUID } from "node:crypto";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import {
  type Answer,
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  initiate,
  openHosted,
  startTestServer,
  statusOf,
  type TestServer,
  type Visitor,
} from "../testing.ts";
import { providersOf } from "./registry.ts";
import {
  type FakeStripe,
  signed,
  startFakeStripe,
  STRIPE_KEY,
  WEBHOOK_SECRET,
} from "./stripe.fixture.ts";
import type { FakeCard } from "./stripe-bank.fixture.ts";
import { stripeProvider } from "./stripe.ts";

let fake: FakeStripe;
let server: TestServer;
beforeAll(async () => {
  fake = await startFakeStripe();
  server = await startTestServer({ providers: providersOf([provider()]) });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await fake.stop();
});
beforeEach(() => {
  fake.fault = null;
  fake.bank.events.length = 0;
});

function provider(webhookSecret: string | null = WEBHOOK_SECRET) {
  return stripeProvider({
    secretKey: STRIPE_KEY,
    webhookSecret,
    api: fake.url,
  });
}

const sessionOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

function deliver(
  event: string,
  headers?: Record<string, string>,
): Promise<Answer> {
  return server.send("/api/pay/stripe/webhook", {
    method: "POST",
    headers: headers ?? signed(event, { at: server.clock.ms }),
    body: event,
  });
}

async function deliverAll(events: readonly string[]): Promise<void> {
  for (const event of events)
    expect(await deliver(event)).toMatchObject({ status: 200 });
}

async function subscribe(visitor: Visitor) {
  await initiate(visitor, "plan");
  const answer = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: {
      product: "plan",
      email: "ann@mail.example",
      return_path: "/quiz/oto",
    },
  });
  const { checkout_id, url } = expectAnswer("make-stripe-subscription", answer);
  return { id: String(checkout_id), session: sessionOf(String(url)) };
}

/** A visitor who has paid once, and is about to buy again by one tap. */
async function returning(
  card: FakeCard,
  product: "plan" | "journal" = "journal",
) {
  const visitor = await arrive(server);
  const { url } = await openHosted(visitor);
  fake.bank.pay(sessionOf(url), card);
  await deliverAll(fake.bank.events.splice(0));
  const { reference } = await initiate(visitor, product);
  const charge = () =>
    visitor.call(`/api/visitor/make-charge/${String(reference)}`, {
      headers: {
        "x-visitor-id": visitor.visitorId,
        "x-event-id": randomUUID(),
        "x-referrer": "http://calm.localhost/quiz/upsell?utm_source=x",
      },
    });
  return { visitor, charge };
}

const chargesOf = (checkout: unknown) =>
  fake.bank.charges.filter((charge) => charge.checkout === checkout);

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

  test("about a checkout that is not ours is taken and changes nothing", async () => {
    const strange = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "payment_intent.succeeded",
      data: {
        object: {
          id: "pi_x",
          metadata: { checkout_id: "AAAAAAAAAAAAAAAAAAAAAA" },
        },
      },
    });
    expect((await deliver(strange)).json).toEqual({ received: true });
  });

  test("that could not be dealt with is dealt with when it comes again", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.pay(sessionOf(url));
    const [first = ""] = fake.bank.events;
    fake.fault = 500;
    expect((await deliver(first)).status).toBeGreaterThanOrEqual(500);
    fake.fault = null;
    await deliverAll([first]);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("is refused while there is no secret to check it by", async () => {
    const open = await startTestServer({
      providers: providersOf([provider(null)]),
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

  test("waits while Stripe is away, and charges once when it is back", async () => {
    const { charge } = await returning("pm_good");
    fake.fault = 500;
    expectProblem("payment-unavailable", await charge());
    fake.fault = null;
    const answer = expectAnswer("make-charge", await charge());
    expect(chargesOf(answer["checkout_id"])).toHaveLength(1);
  });
});

async function subscriptionsOf(checkoutId: unknown) {
  return server.db
    .selectFrom("subscriptions")
    .selectAll()
    .where("checkout_id", "=", String(checkoutId))
    .execute();
}

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
