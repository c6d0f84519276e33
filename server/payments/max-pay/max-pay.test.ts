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
} from "../../testing/calls.ts";
import { countRefundsDue } from "../../db/payments.ts";
import { isSigned, signFields } from "../sign.ts";
import { FORM, formOf } from "./forms.fixture.ts";

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
  });

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

describe("for real money", () => {
  const server = useServer(() =>
    paidBy({
      STRIPE_SECRET_KEY: "sk_test_x",
      MAX_PAY_MERCHANT: "m-1",
      MAX_PAY_SECRET: "max-secret",
      MAX_PAY_ADDRESS: "https://max-pay.example/form",
    }),
  );

  const tell = (fields: Record<string, string>, secret = "max-secret") => {
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

  test("MaxPay's message pays once, however often it comes; a second transaction has to go back", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const { id, action, fields } = await formOf(visitor, "plan");
    expect(action).toBe("https://max-pay.example/form");
    expect(isSigned(fields, "max-secret")).toBe(true);
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
});
