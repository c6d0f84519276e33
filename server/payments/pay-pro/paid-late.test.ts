/** What PayPro is still at when its order is given up: it has no call that closes one, and tells nothing by itself. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../../app.ts";
import { findOrders } from "../../db/orders.ts";
import { findCheckout } from "../../db/checkouts.ts";
import { reconcile } from "../../jobs/reconcile.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  statusOf,
  type Visitor,
} from "../../testing/calls.ts";
import { paidBy, useServer } from "../../testing/server.ts";
import { testSite } from "../../testing/site.ts";
import { useStandIn } from "../../testing/stand-in.ts";
import { digest } from "../../token.ts";
import { charge, keyed } from "./charges.fixture.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OFFER = "/quiz/oto";

const bank = useStandIn();
const providers = () =>
  paidBy({
    PAY_PRO_KEY: "pro-secret",
    PAY_PRO_ADDRESS: new URL("/charge", bank.url).href,
    PAY_PRO_STATUS: new URL("/status", bank.url).href,
  });
const server = useServer(providers);
const says = (body: object) => {
  bank.answer = { status: 200, body };
};
const NONE = { status: "none" };
const PAID = {
  status: "paid",
  transaction: "p-1",
  amount: 999,
  currency: "USD",
};

/** The housekeeping, so much later; answers the orders that PayPro was asked about. */
async function reconcileIn(ms: number): Promise<(string | null)[]> {
  server.clock.ms += ms;
  const before = bank.received.length;
  await reconcile(
    createServices({
      db: server.db,
      site: testSite,
      ...providers(),
      log: () => {},
      now: () => new Date(server.clock.ms),
    }),
  );
  const asked = bank.received.slice(before);
  return asked.map(({ body }) => new URLSearchParams(body).get("order"));
}

/** A tap on an offer that a bank has to confirm first: the order, which waits. */
async function tapToConfirm(visitor: Visitor): Promise<string> {
  says({ status: "needs_authentication", url: "https://bank.example/ask" });
  await initiate(visitor, "journal");
  const headers = { ...keyed(), "x-referrer": `http://calm.localhost${OFFER}` };
  const answer = await charge(visitor, "journal", headers);
  says(NONE);
  return String(
    expectAnswer("pay-pro-make-immediate-charge", answer)["checkout_id"],
  );
}

const stored = (id: string) => findCheckout(server.db, id);
const paymentsOf = (id: string) =>
  server.db
    .selectFrom("payments")
    .select(["transaction", "refund_due"])
    .where("checkout_id", "=", id)
    .execute();

describe("a bank's page that is left open in one tab, while another way is taken in a second one,", () => {
  async function payElsewhere() {
    const visitor = await arrive(server);
    const first = await tapToConfirm(visitor);
    const second = await openHosted(visitor, "journal", OFFER);
    expect(await stored(first)).toMatchObject({
      status: "needs_authentication",
      offer: null,
    });
    await post(visitor, second.url, goodCard);
    expect(await statusOf(visitor, second.id)).toMatchObject({
      status: "paid",
    });
    return { first, second: second.id };
  }

  test.each([
    ["at once", []],
    ["after an hour", [HOUR_MS]],
    ["on the next day", [HOUR_MS, DAY_MS]],
  ])("and confirmed %s is paid once too often, and seen", async (_, waits) => {
    const { first, second } = await payElsewhere();
    for (const wait of waits) await reconcileIn(wait);
    says(PAID);
    await reconcileIn(DAY_MS + HOUR_MS);
    expect(await paymentsOf(first)).toEqual([
      { transaction: "p-1", refund_due: true },
    ]);
    expect(await paymentsOf(second)).toMatchObject([{ refund_due: false }]);
    const due = await findOrders(server.db, {
      state: "refund_due",
      email: null,
      brand: null,
      since: null,
      before: null,
      limit: 500,
    });
    expect(due.map(({ checkout_id }) => checkout_id)).toContain(first);
  });

  test("and closed ends after three days, asked after once a day and without anybody's attention", async () => {
    const { first } = await payElsewhere();
    for (const [wait, isAsked] of [
      [HOUR_MS, true],
      [DAY_MS, true],
      [2 * HOUR_MS, false],
      [DAY_MS - HOUR_MS, true],
    ] as const)
      expect((await reconcileIn(wait)).includes(first)).toBe(isAsked);
    expect(await stored(first)).toMatchObject({
      status: "needs_authentication",
      unknown_since: null,
      untold_since: null,
    });
    await reconcileIn(DAY_MS + HOUR_MS);
    expect(await stored(first)).toMatchObject({ status: "cancelled" });
    expect(await reconcileIn(DAY_MS)).not.toContain(first);
  });
});

test("what nobody has confirmed for a day leaves its offer, and is paid when it is told after all", async () => {
  const id = await tapToConfirm(await arrive(server));
  await reconcileIn(DAY_MS + HOUR_MS);
  expect(await stored(id)).toMatchObject({
    status: "needs_authentication",
    offer: null,
  });
  says(PAID);
  await reconcileIn(DAY_MS + HOUR_MS);
  expect(await paymentsOf(id)).toEqual([
    { transaction: "p-1", refund_due: false },
  ]);
});

describe("whoever comes back to an offer whose order was set aside", () => {
  /** The same tap again: the page knows the event by which it has confirmed the price. */
  async function tapAgain(
    first: (visitor: Visitor, event: string) => Promise<unknown>,
    waits: readonly number[],
  ) {
    const visitor = await arrive(server);
    const event = randomUUID();
    await initiate(visitor, "journal", event);
    await first(visitor, event);
    says(NONE);
    for (const wait of waits) await reconcileIn(wait);
    return { visitor, event };
  }
  const tap = (visitor: Visitor, event: string) =>
    charge(visitor, "journal", {
      ...keyed(),
      "x-event-id": event,
      "x-referrer": `http://calm.localhost${OFFER}`,
    });
  const toConfirm = (visitor: Visitor, event: string) => {
    says({ status: "needs_authentication", url: "https://bank.example/ask" });
    return tap(visitor, event);
  };
  const pending = (visitor: Visitor, event: string) => {
    says({ status: "pending" });
    return tap(visitor, event);
  };

  test.each([
    ["a bank was to confirm", toConfirm],
    ["PayPro was at work on", pending],
  ])("%s confirms the price anew", async (_, first) => {
    const { visitor, event } = await tapAgain(first, [DAY_MS + HOUR_MS]);
    expectProblem("reference-unknown", await tap(visitor, event));
    const anew = randomUUID();
    await initiate(visitor, "journal", anew);
    const { json } = await toConfirm(visitor, anew);
    expect(json).toMatchObject({ status: "needs_authentication" });
  });

  test("is not led to the bank", async () => {
    const { visitor, event } = await tapAgain(toConfirm, [DAY_MS + HOUR_MS]);
    const order = await server.db
      .selectFrom("checkouts")
      .selectAll()
      .where("event_id", "=", event)
      .executeTakeFirstOrThrow();
    expect(order.offer).toBeNull();
    const status = await statusOf(visitor, order.checkout_id);
    expect(status).toMatchObject({ status: "needs_authentication" });
    expect(status).not.toHaveProperty("url");
  });

  test.each([
    ["was paid", PAID, { status: 200, json: { status: "paid" } }],
    ["is still at work", { status: "pending" }, { status: 409 }],
  ])("and %s is told so", async (_, told, answer) => {
    const { visitor, event } = await tapAgain(toConfirm, [DAY_MS + HOUR_MS]);
    says(told);
    expect(await tap(visitor, event)).toMatchObject(answer);
  });
});

test("what PayPro was never asked for is closed at once", async () => {
  const visitor = await arrive(server);
  says({ status: "no_method" });
  await initiate(visitor, "journal");
  const headers = { ...keyed(), "x-referrer": `http://calm.localhost${OFFER}` };
  await charge(visitor, "journal", headers);
  says(NONE);
  await openHosted(visitor, "journal", OFFER);
  const orders = await server.db
    .selectFrom("checkouts")
    .select(["provider", "status"])
    .where("session_id", "=", digest(visitor.session))
    .execute();
  expect(orders).toContainEqual({ provider: "pay-pro", status: "cancelled" });
});
