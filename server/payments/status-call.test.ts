import { expect, test } from "vitest";
import { clean } from "../jobs/housekeeping.ts";
import { createServices } from "../app.ts";
import { findCheckout } from "../db/checkouts.ts";
import { readEnv } from "../env.ts";
import {
  countPayments,
  arrive,
  expectProblem,
  initiate,
  readObject,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";
import { paidBy, type TestServer, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { useStandIn } from "../testing/stand-in.ts";
import { charge } from "./pay-pro/charges.fixture.ts";
import { isSigned } from "./sign.ts";

const DAY_MS = 86_400_000;
const bank = useStandIn();
const variables = () => ({
  STRIPE_SECRET_KEY: "sk_test_x",
  MAX_PAY_MERCHANT: "m-1",
  MAX_PAY_SECRET: "max-secret",
  MAX_PAY_ADDRESS: "https://max-pay.example/form",
  MAX_PAY_STATUS: new URL("/max-pay/status", bank.url).href,
  PAY_PRO_KEY: "pro-secret",
  PAY_PRO_ADDRESS: new URL("/pay-pro/charge", bank.url).href,
  PAY_PRO_STATUS: new URL("/pay-pro/status", bank.url).href,
});
const server = useServer(() => paidBy(variables()));

/** One round of the housekeeping a day later, or an hour after the last one. */
async function later(ms = DAY_MS + 60_000): Promise<void> {
  server.clock.ms += ms;
  await clean(
    createServices({
      db: server.db,
      site: testSite,
      providers: readEnv(variables()).providers,
      now: () => new Date(server.clock.ms),
    }),
  );
}

/** A charge that the provider took, and whose answer never came. */
async function chargedWithoutAnswer(visitor: Visitor): Promise<string> {
  bank.answer = { status: 500, body: {} };
  await initiate(visitor, "journal");
  expectProblem("payment-unavailable", await charge(visitor, "journal"));
  return newest(server);
}

/** A form that the visitor was given, and MaxPay has sent no message about. */
async function sentAway(visitor: Visitor): Promise<string> {
  await initiate(visitor, "journal");
  const form = await visitor.call("/api/max-pay/form?product_id=journal", {
    headers: { "x-referrer": "http://calm.localhost/quiz/oto" },
  });
  return String(readObject(form.json)["checkout_id"]);
}

async function newest({ db }: Pick<TestServer, "db">): Promise<string> {
  const row = await db
    .selectFrom("checkouts")
    .select("checkout_id")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.checkout_id;
}

/** What the ledger says; a session that has ended may not ask. */
const stored = (id: string) => findCheckout(server.db, id);

const paid = {
  status: "paid",
  transaction: "t-1",
  amount: 999,
  currency: "USD",
};

const WAYS = [
  ["MaxPay", sentAway, "max-secret"],
  ["PayPro", chargedWithoutAnswer, "pro-secret"],
] as const;

test.each(WAYS)(
  "what %s has taken without a word is found out a day later",
  async (_, begin, secret) => {
    const visitor = await arrive(server);
    const id = await begin(visitor);
    bank.answer = { status: 200, body: paid };
    await later();
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
    const asked = bank.received
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
      .findLast(({ order }) => order === id);
    expect(isSigned(asked ?? {}, [secret])).toBe(true);
  },
);

test.each(WAYS)(
  "what happened at %s after the sale is found out within a day, and once",
  async (_, begin) => {
    const visitor = await arrive(server);
    const id = await begin(visitor);
    bank.answer = { status: 200, body: paid };
    await later();
    const refund = {
      kind: "refund",
      order: id,
      transaction: `r-${id}`,
      of: "t-1",
      amount: 400,
      currency: "USD",
      at: 1,
    };
    const chargeback = {
      ...refund,
      kind: "chargeback",
      transaction: `d-${id}`,
      amount: 599,
    };
    const events = [
      { ...refund, status: "approved" },
      { ...chargeback, status: "opened" },
      // Without a time it could not be told from the next one.
      { ...chargeback, status: "lost", at: undefined },
      "nonsense",
    ];
    bank.answer = { status: 200, body: { ...paid, events } };
    await later();
    await later();
    expect(await moneyOf(id)).toEqual({
      state: "disputed",
      refunded: 400,
      withdrawn: 0,
    });
    const lost = { ...chargeback, status: "lost", at: 2 };
    bank.answer = { status: 200, body: { ...paid, events: [lost, ...events] } };
    await later();
    expect(await moneyOf(id)).toEqual({
      state: "charged_back",
      refunded: 400,
      withdrawn: 599,
    });
    bank.answer = { status: 200, body: { ...paid, events: [] } };
  },
);

test.each(WAYS)(
  "a second transaction that %s took for an order is found out, told, and to be given back",
  async (_, begin) => {
    const visitor = await arrive(server);
    const id = await begin(visitor);
    bank.answer = { status: 200, body: paid };
    await later();
    const again = {
      kind: "payment",
      status: "approved",
      order: id,
      amount: 999,
      currency: "USD",
      at: 1,
    };
    const events = [
      { ...again, transaction: "t-1" },
      { ...again, transaction: "t-2" },
      { ...again, transaction: "t-3", amount: 1_000 },
      { ...again, transaction: "t-4", status: "declined" },
    ];
    bank.answer = { status: 200, body: { ...paid, events } };
    await later();
    await later();
    const payments = await server.db
      .selectFrom("payments")
      .select(["transaction", "amount", "refund_due"])
      .where("checkout_id", "=", id)
      .orderBy("transaction")
      .execute();
    expect(payments).toEqual([
      { transaction: "t-1", amount: 999, refund_due: false },
      { transaction: "t-2", amount: 999, refund_due: true },
      { transaction: "t-3", amount: 1_000, refund_due: true },
    ]);
    const told = await server.db
      .selectFrom("outbox")
      .select("payload")
      .where("kind", "=", "payment.taken")
      .orderBy("created_at")
      .orderBy("message_id")
      .execute();
    const sums = told
      .filter(({ payload }) => payload["checkout_id"] === id)
      .map(({ payload: { amount, refund_due } }) => ({ amount, refund_due }));
    expect(sums).toEqual(
      payments.map(({ amount, refund_due }) => ({ amount, refund_due })),
    );
    bank.answer = { status: 200, body: { ...paid, events: [] } };
  },
);

function moneyOf(id: string) {
  return server.db
    .selectFrom("payments")
    .select(["state", "refunded", "withdrawn"])
    .where("checkout_id", "=", id)
    .executeTakeFirstOrThrow();
}

test.each(WAYS)(
  "what %s cannot say is unknown until it can, and never closed by time",
  async (_, begin) => {
    const visitor = await arrive(server);
    const id = await begin(visitor);
    for (const answer of [
      { status: 200, body: { status: "pending" } },
      { status: 200, body: "nonsense" },
      { status: 503, body: {} },
      { status: 200, body: { ...paid, amount: 1 } },
    ]) {
      bank.answer = answer;
      await later();
      expect(await stored(id)).toMatchObject({ status: "open" });
    }
    bank.answer = { status: 200, body: { status: "none" } };
    await later();
    expect(await stored(id)).toMatchObject({ status: "cancelled" });
    expect(await countPayments(server, id)).toBe(0);
  },
);

test("a visitor who asks while MaxPay is out of reach is told to ask again", async () => {
  const visitor = await arrive(server);
  const id = await sentAway(visitor);
  bank.answer = { status: 503, body: {} };
  const path = `/api/pay/checkout-status?checkout_id=${id}`;
  const answer = await visitor.call(path);
  expect(expectProblem("payment-unavailable", answer)["status"]).toBe(503);
});

test.each(WAYS)("what %s has declined is declined", async (_, begin) => {
  const visitor = await arrive(server);
  const id = await begin(visitor);
  bank.answer = { status: 200, body: { status: "declined" } };
  await later();
  expect(await statusOf(visitor, id)).toMatchObject({ status: "declined" });
});
