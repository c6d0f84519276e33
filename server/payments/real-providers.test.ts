import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useStandIn } from "../testing/stand-in.ts";
import { useServer } from "../testing/server.ts";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  initiate,
  readObject,
  statusOf,
} from "../testing/calls.ts";
import { charge, formOf, providers } from "./other-providers.fixture.ts";
import { isSigned, signFields } from "./sign.ts";

describe("for real money", () => {
  const settings = {
    STRIPE_SECRET_KEY: "sk_test_x",
    MAX_PAY_MERCHANT: "m-1",
    MAX_PAY_SECRET: "max-secret",
    MAX_PAY_ADDRESS: "https://max-pay.example/form",
    PAY_PRO_KEY: "pro-secret",
  };
  const bank = useStandIn();
  const server = useServer(() => ({
    providers: providers({
      ...settings,
      PAY_PRO_ADDRESS: new URL("/charge", bank.url).href,
    }),
  }));
  /** The form that the bank was sent last, or so many before. */
  const asked = (before = 0) =>
    Object.fromEntries(
      new URLSearchParams(bank.received.at(-1 - before)?.body),
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

  test("MaxPay's message pays once, however often it comes", async () => {
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

  test.each([
    [{ status: "paid", transaction: "p-1" }, "paid", 1],
    [{ status: "declined" }, "declined", 0],
    [
      { status: "needs_authentication", url: "https://bank.example/ask" },
      "needs_authentication",
      0,
    ],
  ])("PayPro's %j is %s", async (body, status, payments) => {
    bank.answer = { status: 200, body };
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const charged = expectAnswer(
      "pay-pro-make-immediate-charge",
      await charge(visitor, "journal"),
    );
    expect(charged).toMatchObject({ status });
    expect(charged["url"]).toBe(readObject(body)["url"]);
    const id = String(charged["checkout_id"]);
    expect(await countPayments(server, id)).toBe(payments);
    const sent = asked();
    expect(isSigned(sent, "pro-secret")).toBe(true);
    expect(sent).toMatchObject({
      order: id,
      amount: "999",
      customer: visitor.visitorId,
    });
  });

  test("PayPro with nothing saved of this visitor leads to the payment page", async () => {
    bank.answer = { status: 200, body: { status: "no_method" } };
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const none = expectProblem(
      "method-missing",
      await charge(visitor, "journal"),
    );
    expect(none["status"]).toBe(404);
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toEqual([]);
  });

  test("PayPro away or talking nonsense is asked again under the same name", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    bank.answer = { status: 500, body: {} };
    expectProblem("payment-unavailable", await charge(visitor, "journal"));
    bank.answer = {
      status: 200,
      body: { status: "needs_authentication", url: "javascript:1" },
    };
    expectProblem("in-flight", await charge(visitor, "journal"));
    bank.answer = { status: 200, body: { status: "paid" } };
    expectAnswer(
      "pay-pro-make-immediate-charge",
      await charge(visitor, "journal"),
    );
    expect(
      new Set([2, 1, 0].map((before) => asked(before)["order"])).size,
    ).toBe(1);
  });
});
