import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { paidBy, useServer } from "../../testing/server.ts";
import {
  arrive,
  countPayments,
  expectProblem,
  goodCard,
  initiate,
  post,
  statusOf,
  expectAnswer,
} from "../../testing/calls.ts";
import { countAttention } from "../../db/attention.ts";
import { countRefundsDue } from "../../db/payments.ts";
import { newToken, systemRandom } from "../../token.ts";
import { readVariables } from "../../variables.ts";
import { isSigned, signFields } from "../sign.ts";
import { FORM, formOf } from "./forms.fixture.ts";
import { maxPay } from "./provider.ts";

describe("played by the sandbox", () => {
  const server = useServer(paidBy);

  test("MaxPay's form holds the list's price, leads to test cards, and back", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const { id, action, fields } = await formOf(visitor);
    expect(fields).toMatchObject({
      order: id,
      amount: "999",
      currency: "USD",
      return_url: `http://calm.localhost/quiz/oto?utm_source=x&checkout=${id}`,
    });
    const started = await post(visitor, action, fields);
    expect(started.headers.location).toBe(`/api/pay/sandbox/${id}`);
    const paid = await post(visitor, `/api/pay/sandbox/${id}`, goodCard);
    expect(paid.headers.location).toBe(`/quiz/oto?utm_source=x&checkout=${id}`);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
  });

  test("a form that was changed begins nothing", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const { action, fields } = await formOf(visitor);
    const changed = await post(visitor, action, { ...fields, amount: "1" });
    expect(changed.status).toBe(400);
    const sent = { method: "POST", body: "{}" } as const;
    const noForm = await visitor.call(action, sent);
    expect(noForm.status).toBe(400);
    expect(noForm.text).toContain("Nothing was charged");
  });

  test.each(["x\r\nset-cookie: a=b", "..", ""])(
    "a signed form of the order %j begins nothing",
    async (order) => {
      const visitor = await arrive(server);
      const signature = signFields({ order }, "sandbox");
      const path = "/api/pay/max-pay/start";
      const started = await post(visitor, path, { order, signature });
      expect(started.status).toBe(400);
      expect(started.text).toContain("Nothing was charged");
    },
  );

  test("an order has one form, and a renewing one says so", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const first = await formOf(visitor, "plan");
    expect(await formOf(visitor, "plan")).toEqual(first);
    expect(first.fields).toMatchObject({
      renewal_amount: "2999",
      renewal_days: "28",
    });
    await initiate(visitor, "plan");
    expect(await formOf(visitor, "plan")).toEqual(first);
  });

  test.each([
    ["no product of ours", "?product_id=none", "product-unknown"],
    ["no product", "", "invalid"],
    ["a field too many", "?product_id=plan&price=1", "invalid"],
    ["no confirmed price", "?product_id=plan", "price-unconfirmed"],
  ])("MaxPay's form is refused for %s", async (_, query, code) => {
    const answer = await (await arrive(server)).call(`${FORM}${query}`);
    expect(expectProblem(code, answer)["status"]).toBeGreaterThanOrEqual(400);
  });
});

const SECRET = "secret-of-max-pay-now";
const SECRET_BEFORE = "secret-of-max-pay-before";

describe("for real money", () => {
  const server = useServer(() =>
    paidBy({
      STRIPE_SECRET_KEY: "sk_test_x",
      MAX_PAY_MERCHANT: "m-1",
      // Which is being changed.
      MAX_PAY_SECRET: `${SECRET} ${SECRET_BEFORE}`,
      MAX_PAY_ADDRESS: "https://max-pay.example/form",
    }),
  );

  const tell = (fields: Record<string, string>, secret = SECRET) => {
    const all = {
      transaction: randomUUID(),
      kind: "payment",
      time: String(Math.floor(server.clock.ms / 1_000)),
      ...fields,
    };
    const signature = signFields(all, secret);
    return server.send("/api/pay/max-pay/callback", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...all, signature }).toString(),
    });
  };

  test("MaxPay's form leads back to the page that the browser names, where the page does not", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const referer = "http://calm.localhost/quiz/oto?utm_source=y";
    const answer = await visitor.call("/api/max-pay/form?product_id=plan", {
      headers: { referer },
    });
    const { checkout_id } = expectAnswer("max-pay-form", answer);
    const { return_path } = await server.db
      .selectFrom("checkouts")
      .select("return_path")
      .where("checkout_id", "=", String(checkout_id))
      .executeTakeFirstOrThrow();
    expect(return_path).toBe("/quiz/oto?utm_source=y");
  });

  test("MaxPay's message pays once, however often it comes; a second transaction has to go back", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const { id, action, fields } = await formOf(visitor, "plan");
    expect(action).toBe("https://max-pay.example/form");
    expect(isSigned(fields, [SECRET])).toBe(true);
    const paid = {
      order: id,
      status: "approved",
      amount: "3999",
      currency: "USD",
      transaction: "t-1",
    };
    await Promise.all([
      tell(paid),
      tell(paid),
      tell({ ...paid, transaction: "t-2" }),
    ]);
    await tell({ order: id, status: "declined", transaction: "t-3" });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(await countPayments(server, id)).toBe(1);
    expect(await countRefundsDue(server.db)).toBe(1);
    await initiate(visitor, "plan");
    const wayBack = await formOf(visitor, "plan");
    expect(wayBack).toMatchObject({
      id,
      action: "http://calm.localhost/quiz/oto",
      method: "GET",
      fields: { utm_source: "x", checkout: id },
    });
    const renewal = {
      ...paid,
      kind: "renewal",
      amount: "2999",
      transaction: "t-4",
    };
    await tell(renewal);
    await tell(renewal);
    const renewals = await server.db
      .selectFrom("renewals")
      .select("amount")
      .where("checkout_id", "=", id)
      .execute();
    expect(renewals).toEqual([{ amount: 2999 }]);
  });

  /** A plan that is paid by the transaction `t-<id>`. */
  async function bought() {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const { id } = await formOf(visitor, "plan");
    const payment = {
      order: id,
      status: "approved",
      amount: "3999",
      currency: "USD",
      transaction: `t-${id}`,
    };
    return { visitor, id, payment };
  }

  const moneyOf = (id: string, table: "payments" | "renewals" = "payments") =>
    server.db
      .selectFrom(table)
      .select(["state", "refunded", "withdrawn"])
      .where("checkout_id", "=", id)
      .execute();
  const planOf = (id: string) =>
    server.db
      .selectFrom("subscriptions")
      .select(["status", "ends_at"])
      .where("checkout_id", "=", id)
      .executeTakeFirst();

  test("MaxPay's message about a refund counts, although it has the name of its payment", async () => {
    const { id, payment } = await bought();
    await tell(payment);
    const { transaction } = payment;
    await tell({ ...payment, kind: "refund", of: transaction });
    expect(await moneyOf(id)).toMatchObject([{ state: "refunded" }]);
  });

  test("MaxPay's messages about refunds and chargebacks count, whatever comes first", async () => {
    const { visitor, id, payment } = await bought();
    const about = { order: id, of: payment.transaction, currency: "USD" };
    const refund = { ...about, kind: "refund", transaction: `r-${id}` };
    await tell({ ...refund, status: "pending", amount: "1000" });
    await tell({ ...refund, status: "approved", amount: "1000" });
    await tell({ ...refund, status: "pending", amount: "1000" });
    expect(await moneyOf(id)).toEqual([]);
    await tell(payment);
    expect(await moneyOf(id)).toEqual([
      { state: "partly_refunded", refunded: 1000, withdrawn: 0 },
    ]);
    const chargeback = {
      ...about,
      kind: "chargeback",
      transaction: `d-${id}`,
      amount: "2999",
    };
    await tell({ ...chargeback, status: "lost", at: "3" });
    await tell({ ...chargeback, status: "opened", at: "1" });
    expect(await moneyOf(id)).toEqual([
      { state: "charged_back", refunded: 1000, withdrawn: 2999 },
    ]);
    await tell({ ...chargeback, status: "opened", at: "4" });
    expect(await moneyOf(id)).toMatchObject([{ state: "disputed" }]);
    await tell({ ...chargeback, status: "won", at: "5" });
    expect(await moneyOf(id)).toEqual([
      { state: "partly_refunded", refunded: 1000, withdrawn: 0 },
    ]);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
  });

  test("MaxPay's renewals fail, are tried again, are given back, and end", async () => {
    const { id, payment } = await bought();
    await tell(payment);
    const at = (seconds: number) =>
      String(Math.floor(server.clock.ms / 1_000) + seconds);
    const renewal = { order: id, kind: "renewal", currency: "USD" };
    const failed = { ...renewal, status: "declined", transaction: `f-${id}` };
    await tell({ ...failed, at: at(10), next_try: at(100) });
    expect(await planOf(id)).toMatchObject({ status: "past_due" });
    const renewed = {
      ...renewal,
      status: "approved",
      amount: "2999",
      transaction: `n-${id}`,
      at: at(20),
    };
    await tell(renewed);
    // Told late: it was before.
    await tell({ ...failed, attempt: "2", transaction: `g-${id}`, at: at(15) });
    expect(await planOf(id)).toMatchObject({ status: "active" });
    await tell({
      ...renewal,
      kind: "refund",
      status: "approved",
      amount: "2999",
      transaction: `r-${id}`,
      of: `n-${id}`,
      of_kind: "renewal",
    });
    expect(await moneyOf(id, "renewals")).toEqual([
      { state: "refunded", refunded: 2999, withdrawn: 0 },
    ]);
    expect(await moneyOf(id)).toMatchObject([{ state: "paid" }]);
    const cancelled = {
      ...renewal,
      status: "cancelled",
      transaction: `c-${id}`,
      at: at(30),
    };
    await tell({ ...cancelled, ends: at(1_000) });
    expect(await planOf(id)).toMatchObject({ status: "active" });
    expect((await planOf(id))?.ends_at).not.toBeNull();
    await tell({ ...cancelled, transaction: `e-${id}`, at: at(40) });
    expect(await planOf(id)).toEqual({ status: "cancelled", ends_at: null });
  });

  test("each of MaxPay's tries at one renewal is told, and so is an end that is moved", async () => {
    const { id, payment } = await bought();
    await tell(payment);
    const renewal = {
      order: id,
      kind: "renewal",
      currency: "USD",
      transaction: `n-${id}`,
    };
    for (const attempt of ["1", "2", "2", "3"])
      await tell({ ...renewal, status: "declined", attempt });
    const tries = await server.db
      .selectFrom("failed_renewals")
      .select("attempt")
      .where("checkout_id", "=", id)
      .orderBy("attempt")
      .execute();
    expect(tries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const cancelled = { ...renewal, status: "cancelled" };
    const ends = String(Math.floor(server.clock.ms / 1_000) + 1_000);
    await tell({ ...cancelled, ends });
    expect((await planOf(id))?.ends_at).not.toBeNull();
    server.clock.ms += 1_000;
    await tell(cancelled);
    expect(await planOf(id)).toEqual({ status: "cancelled", ends_at: null });
  });

  test.each<[string, Record<string, string>]>([
    ["of no sum", { amount: "1.5" }],
    ["in another currency", { currency: "EUR" }],
  ])(
    "MaxPay's message about a refund %s waits for somebody to look",
    async (_, fields) => {
      const { id, payment } = await bought();
      await tell(payment);
      const answer = await tell({
        order: id,
        kind: "refund",
        status: "approved",
        amount: "1000",
        currency: "USD",
        transaction: `r-${id}`,
        ...fields,
      });
      expect(answer.status).toBe(500);
      expect(await moneyOf(id)).toMatchObject([{ refunded: 0 }]);
    },
  );

  test.each<[string, Record<string, string>, string | undefined, number]>([
    ["signed by somebody else", {}, "other", 400],
    ["that is old", { time: "1" }, undefined, 400],
    ["without a time", { time: "" }, undefined, 400],
    ["about another sum", { amount: "1" }, undefined, 500],
    ["in another currency", { currency: "EUR" }, undefined, 500],
  ])("MaxPay's message %s pays nothing", async (_, fields, secret, status) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const { id } = await formOf(visitor);
    const told = {
      order: id,
      status: "approved",
      amount: "999",
      currency: "USD",
      ...fields,
    };
    expect((await tell(told, secret)).status).toBe(status);
    expect(await countPayments(server, id)).toBe(0);
  });

  test("MaxPay's message that is signed by the secret of before counts", async () => {
    const { id, payment } = await bought();
    expect((await tell(payment, SECRET_BEFORE)).status).toBe(200);
    expect(await countPayments(server, id)).toBe(1);
  });

  const attention = async () =>
    Object.fromEntries(
      (await countAttention(server.db, new Date(server.clock.ms))).map(
        ({ kind, count }) => [kind, count],
      ),
    );
  const eventsOf = (checkoutId: string) =>
    server.db
      .selectFrom("webhook_events")
      .select(["event_id", "processed_at", "no_order", "problem"])
      .where("checkout_id", "=", checkoutId)
      .execute();

  test.each<[string, Record<string, string>]>([
    ["a payment", { kind: "payment", status: "approved" }],
    ["a renewal", { kind: "renewal", status: "approved" }],
    ["a chargeback", { kind: "chargeback", status: "opened" }],
  ])(
    "MaxPay's message about %s of an order that is not there is taken, and left for somebody to look at",
    async (_, fields) => {
      const before = (await attention())["no_order"] ?? 0;
      const order = newToken(systemRandom);
      const about = { order, amount: "999", currency: "USD", ...fields };
      const transaction = `lost-${order}`;
      expect((await tell({ ...about, transaction })).status).toBe(200);
      expect(await eventsOf(order)).toMatchObject([
        {
          processed_at: null,
          no_order: true,
          problem: `no order has this name; the money is ${transaction}`,
        },
      ]);
      expect((await attention())["no_order"]).toBe(before + 1);
    },
  );

  test("MaxPay's message that nothing was taken for an order that is not there says nothing", async () => {
    server.clock.ms += 16 * 60_000;
    const before = await attention();
    const order = newToken(systemRandom);
    await tell({ order, status: "declined" });
    server.clock.ms += 16 * 60_000;
    expect(await attention()).toEqual(before);
  });

  test("MaxPay's message about another sum waits for somebody to look, and is forgotten by nobody", async () => {
    server.clock.ms += 16 * 60_000;
    const before = (await attention())["unprocessed"] ?? 0;
    const { id, payment } = await bought();
    await tell({ ...payment, amount: "1" });
    expect((await attention())["unprocessed"]).toBe(before);
    server.clock.ms += 16 * 60_000;
    expect((await attention())["unprocessed"]).toBe(before + 1);
    expect(await eventsOf(id)).toMatchObject([
      {
        processed_at: null,
        no_order: false,
        problem: expect.stringContaining("another sum"),
      },
    ]);
    // It comes again, as it should have been.
    await tell(payment);
    expect(await moneyOf(id)).toMatchObject([{ state: "paid" }]);
    expect((await attention())["unprocessed"]).toBe(before);
  });
});

test("MaxPay says at the start when it cannot be asked what became of an order", () => {
  const settings = {
    MAX_PAY_MERCHANT: "m-1",
    MAX_PAY_SECRET: "max-secret",
    MAX_PAY_ADDRESS: "https://max-pay.example/form",
  };
  const lineWith = (more: Readonly<Record<string, string>>) =>
    maxPay.read(readVariables({ ...settings, ...more }))?.startLine;
  expect(lineWith({})).toBe(
    "MaxPay, but without MAX_PAY_STATUS it cannot be asked what became of an order.",
  );
  const address = "https://max-pay.example/status";
  expect(lineWith({ MAX_PAY_STATUS: address })).toBe("MaxPay.");
});
