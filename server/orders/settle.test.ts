import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import type { Finding } from "../checkout/provider.ts";
import { findCheckout } from "../db/checkouts.ts";
import { noteProblem, receiveEvent } from "../db/webhook-events.ts";
import { ProblemError } from "../http/problem.ts";
import { clean } from "../jobs/housekeeping.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  openHosted,
  post,
  statusOf,
} from "../testing/calls.ts";
import { appOver, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";

/** What the provider says of every order. */
let found: Finding | "unknown" | "away" | null = "unknown";
const expired: string[] = [];
const providers = providersOf([
  {
    ...sandbox,
    look: async () => {
      if (found === "away")
        throw new ProblemError("payment-unavailable", "Ask again.");
      return found;
    },
    expire: async ({ checkout_id }) => void expired.push(checkout_id),
  },
]);
const server = useServer(() => ({ providers }));
beforeEach(() => {
  found = "unknown";
});

const PAID = { outcome: "paid", transaction: "t-1" };
const UNPAID = { outcome: "unpaid" };

const settle = (id: string, body: unknown, headers = {}) =>
  server.send(`/api/admin/orders/${id}/settle`, {
    method: "POST",
    body,
    headers,
  });

/** An order of which nobody can say anything for a day, with a message that could not be dealt with. */
async function unknown() {
  const visitor = await arrive(server);
  const { id, url } = await openHosted(visitor);
  const event_id = `sandbox ${randomUUID()}`;
  await receiveEvent(
    server.db,
    { event_id, provider: "sandbox", type: "payment", checkout_id: id },
    new Date(server.clock.ms),
  );
  const problem = "Error: another sum";
  await noteProblem(server.db, event_id, { problem, no_order: false });
  server.clock.ms += 86_400_000 + 60_000;
  await clean(
    createServices({
      db: server.db,
      site: testSite,
      providers,
      now: () => new Date(server.clock.ms),
    }),
  );
  return { visitor, id, url };
}

const stored = (id: string) => findCheckout(server.db, id);
const paymentsOf = (id: string) =>
  server.db
    .selectFrom("payments")
    .select(["transaction", "refund_due"])
    .where("checkout_id", "=", id)
    .orderBy("paid_at")
    .execute();

describe("an operator who has looked at the provider settles an unknown order", () => {
  test("as paid: it is what every other payment is, and its messages are dealt with", async () => {
    const { visitor, id } = await unknown();
    expect(await stored(id)).toMatchObject({ unknown_since: expect.any(Date) });
    expect((await settle(id, PAID)).json).toMatchObject({
      version: 1,
      order: { checkout_id: id, state: "paid" },
      messages_left: [],
    });
    expect(await paymentsOf(id)).toEqual([
      { transaction: "t-1", refund_due: false },
    ]);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(1);
    const told = await server.db
      .selectFrom("outbox")
      .select("payload")
      .where("kind", "=", "payment.taken")
      .execute();
    expect(
      told.filter(({ payload }) => payload["checkout_id"] === id),
    ).toHaveLength(1);
  });

  test("as unpaid: it is closed, and money that is told later counts all the same", async () => {
    const { visitor, id, url } = await unknown();
    const { text } = await settle(id, UNPAID, { accept: "text/plain" });
    expect(text).toBe(`Order ${id} is now: cancelled.\n`);
    expect(await stored(id)).toMatchObject({
      status: "cancelled",
      unknown_since: null,
    });
    expect((await settle(id, UNPAID)).status).toBe(200);
    await post(visitor, url, goodCard);
    expect((await settle(id, PAID)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ status: "paid" });
  });

  test("while the provider is away", async () => {
    const { id } = await unknown();
    found = "away";
    expect((await settle(id, PAID)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ status: "paid" });
  });

  test("but what the provider can say goes before", async () => {
    const { id } = await unknown();
    found = { status: "declined" };
    expectProblem("settle-refused", await settle(id, PAID));
    expect(await stored(id)).toMatchObject({ status: "declined" });
    found = "unknown";
    const other = await unknown();
    found = { status: "paid", transaction: "t-2" };
    expectProblem("settle-refused", await settle(other.id, UNPAID));
    expect(await stored(other.id)).toMatchObject({ status: "paid" });
    expect(await paymentsOf(other.id)).toMatchObject([{ transaction: "t-2" }]);
  });

  test("and what can still be paid there is closed there first, and paid by nobody's word", async () => {
    const { id } = await unknown();
    found = null;
    expectProblem("settle-refused", await settle(id, PAID));
    expect(await stored(id)).toMatchObject({ status: "open" });
    expect((await settle(id, UNPAID)).status).toBe(200);
    expect(expired).toContain(id);
    expect(await stored(id)).toMatchObject({ status: "cancelled" });
  });
});

test("a second transaction of a paid order is money to give back; the same one is none", async () => {
  const { id } = await unknown();
  await settle(id, PAID);
  expect((await settle(id, PAID)).status).toBe(200);
  expectProblem("settle-refused", await settle(id, UNPAID));
  expect((await settle(id, { ...PAID, transaction: "t-9" })).status).toBe(200);
  expect(await paymentsOf(id)).toEqual([
    { transaction: "t-1", refund_due: false },
    { transaction: "t-9", refund_due: true },
  ]);
});

test("twenty operators settle it once", async () => {
  const { id } = await unknown();
  await Promise.all(Array.from({ length: 20 }, () => settle(id, PAID)));
  expect(await paymentsOf(id)).toHaveLength(1);
});

test.each<[string, unknown, string]>([
  ["neither", {}, "invalid"],
  ["something else", { outcome: "refunded" }, "invalid"],
  ["paid by nothing", { outcome: "paid" }, "invalid"],
  ["paid by no text", { outcome: "paid", transaction: 1 }, "invalid"],
  ["unpaid by something", { ...PAID, ...UNPAID }, "invalid"],
  ["more", { ...UNPAID, amount: 1 }, "invalid"],
  ["a form", "outcome=unpaid", "not-json"],
])("a call that says %s settles nothing", async (_, body, code) => {
  const { id } = await openHosted(await arrive(server));
  const headers =
    typeof body === "string" ? { "content-type": "text/plain" } : {};
  expectProblem(code, await settle(id, body, headers));
  expect(await stored(id)).toMatchObject({ status: "open" });
});

test("an order that is not there is settled by nobody, and each try is written down", async () => {
  expectProblem("order-unknown", await settle("nobody", UNPAID));
  const { id } = await unknown();
  await settle(id, PAID);
  const actions = await server.db
    .selectFrom("operator_actions")
    .select(["subject", "asked", "outcome"])
    .where("action", "=", "orders.settle")
    .where("subject", "in", ["nobody", id])
    .orderBy("begun_at")
    .execute();
  expect(actions).toEqual([
    {
      subject: "nobody",
      asked: UNPAID,
      outcome: { problem: "urn:problem:order-unknown" },
    },
    { subject: id, asked: PAID, outcome: { state: "paid" } },
  ]);
});

test("it is for operators alone", async () => {
  const app = appOver(server, { adminToken: "correct-horse" });
  const path = "https://calm.example/api/admin/orders/x/settle";
  expect((await app.request(path, { method: "POST" })).status).toBe(401);
});
