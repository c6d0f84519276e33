import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useStandIn } from "../../testing/stand-in.ts";
import { paidBy, useServer } from "../../testing/server.ts";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  openHosted,
  post,
  readObject,
  statusOf,
} from "../../testing/calls.ts";
import { digest } from "../../token.ts";
import { isSigned } from "../sign.ts";
import { charge, keyed } from "./charges.fixture.ts";

describe("played by the sandbox", () => {
  const server = useServer(paidBy);

  test("PayPro charges the saved card once for a confirmed price, whatever the keys", async () => {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor, "gift");
    await post(visitor, url, goodCard);
    await initiate(visitor, "journal");
    const headers = keyed();
    const first = expectAnswer(
      "pay-pro-make-immediate-charge",
      await charge(visitor, "journal", headers),
    );
    expect(first).toMatchObject({ status: "paid" });
    expect((await charge(visitor, "journal", headers)).json).toEqual(first);
    expect((await charge(visitor, "journal")).json).toEqual(first);
    await initiate(visitor, "plan");
    expectProblem("key-reused", await charge(visitor, "plan", headers));
    const bought = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", bought)["purchases"]).toHaveLength(2);
  });

  test("PayPro charges the price that the page has confirmed, whatever another tab confirms meanwhile", async () => {
    const visitor = await arrive(server);
    const { url } = await openHosted(visitor, "gift");
    await post(visitor, url, goodCard);
    const event_id = randomUUID().toUpperCase();
    await initiate(visitor, "journal", event_id);
    server.clock.ms += 1_000;
    const elsewhere = await visitor.call("/api/visitor/initiate-checkout", {
      method: "POST",
      body: {
        product: "journal",
        price: 899,
        currency: "EUR",
        event_id: randomUUID(),
      },
    });
    expectAnswer("initiate-checkout", elsewhere);
    const foreign = { ...keyed(), "x-event-id": randomUUID() };
    expectProblem(
      "price-unconfirmed",
      await charge(visitor, "journal", foreign),
    );
    const headers = { ...keyed(), "x-event-id": event_id };
    const { checkout_id } = expectAnswer(
      "pay-pro-make-immediate-charge",
      await charge(visitor, "journal", headers),
    );
    expect(await statusOf(visitor, String(checkout_id))).toMatchObject({
      status: "paid",
      amount: 999,
      currency: "USD",
    });
  });

  test.each<[string, Record<string, string>, string, string]>([
    ["nothing saved", keyed(), "journal", "method-missing"],
    ["no key", {}, "journal", "headers-missing"],
    ["a price that nobody confirmed", keyed(), "plan", "price-unconfirmed"],
    [
      "JSON",
      { ...keyed(), "content-type": "application/json" },
      "journal",
      "not-a-form",
    ],
  ])("PayPro refuses %s", async (_, headers, product, code) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const answer = await charge(visitor, product, headers);
    expect(expectProblem(code, answer)["status"]).toBeGreaterThanOrEqual(400);
  });
});

describe("for real money", () => {
  const bank = useStandIn();
  const server = useServer(() =>
    paidBy({
      STRIPE_SECRET_KEY: "sk_test_x",
      PAY_PRO_KEY: "pro-secret",
      PAY_PRO_ADDRESS: new URL("/charge", bank.url).href,
    }),
  );
  /** The form that the bank was sent last, or so many before. */
  const asked = (before = 0) =>
    Object.fromEntries(
      new URLSearchParams(bank.received.at(-1 - before)?.body),
    );

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
    expect(isSigned(sent, ["pro-secret"])).toBe(true);
    expect(sent).toMatchObject({
      order: id,
      amount: "999",
      customer: digest(visitor.session),
    });
  });

  test("PayPro charges nothing of somebody else with the same device id", async () => {
    bank.answer = { status: 200, body: { status: "paid" } };
    const device = { "x-device-id": randomUUID() };
    const customers = [];
    for (const visitor of [
      await arrive(server, device),
      await arrive(server, device),
    ]) {
      await initiate(visitor, "journal");
      expectAnswer(
        "pay-pro-make-immediate-charge",
        await charge(visitor, "journal"),
      );
      customers.push(asked()["customer"]);
    }
    expect(new Set(customers).size).toBe(2);
  });

  test("PayPro is told the value of a brand that has one, signed, and of no other", async () => {
    bank.answer = { status: 200, body: { status: "paid" } };
    for (const [host, value] of [
      ["other.example", "2"],
      ["calm.example", undefined],
    ] as const) {
      const visitor = await arrive(server, { host });
      await initiate(visitor, "journal");
      await charge(visitor, "journal");
      const sent = asked();
      expect(sent["pay_peo_value"]).toBe(value);
      expect(isSigned(sent, ["pro-secret"])).toBe(true);
    }
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
