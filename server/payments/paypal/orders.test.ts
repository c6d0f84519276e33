import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  arrive,
  countPayments,
  expectAnswer,
  expectProblem,
  initiate,
  statusOf,
} from "../../testing/calls.ts";
import { REFUSALS, type Refusal } from "./stand-in-things.fixture.ts";
import { askForPage, openOrder, usePayPalShop } from "./shop.fixture.ts";

const { server, fake, deliverAll, capturesOf, refusalsLogged } =
  usePayPalShop();

/** What a buyer, their card or their account at PayPal is refused for. */
const OF_THE_BUYER: readonly Refusal[] = [
  "INSTRUMENT_DECLINED",
  "PAYER_CANNOT_PAY",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "TRANSACTION_REFUSED",
  "CARD_EXPIRED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
];

describe("an order", () => {
  test("asks for the list's price, leads to PayPal's page, and waits there", async () => {
    const visitor = await arrive(server);
    const { id, url, order } = await openOrder(visitor);
    expect(url).toBe(new URL(`/checkoutnow?token=${order}`, fake().url).href);
    expect(fake().bank.get(order).asked).toMatchObject({
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: id,
          invoice_id: id,
          description: "The journal",
          amount: { currency_code: "USD", value: "9.99" },
        },
      ],
      payment_source: {
        paypal: {
          email_address: "ann@mail.example",
          experience_context: {
            user_action: "PAY_NOW",
            return_url: `http://calm.localhost/quiz/oto?utm_source=x&checkout=${id}`,
            cancel_url: `http://calm.localhost/api/pay/paypal/cancel/${id}`,
          },
        },
      },
    });
    expect(await statusOf(visitor, id)).toMatchObject({ status: "open", url });
    expect(capturesOf(id)).toEqual([]);
  });

  test("that was approved is captured once, however often and by whomever it is asked about", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.approve(order);
    const messages = fake().bank.events.splice(0);
    await Promise.all([
      ...Array.from({ length: 5 }, () => statusOf(visitor, id)),
      deliverAll(messages),
    ]);
    expect(await statusOf(visitor, id)).toMatchObject({
      status: "paid",
      amount: 999,
    });
    await deliverAll(fake().bank.events.splice(0));
    expect(capturesOf(id)).toHaveLength(1);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("that was approved is captured by PayPal's message, where nobody comes back", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.approve(order);
    await deliverAll(fake().bank.events.splice(0));
    expect(capturesOf(id)).toHaveLength(1);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("whose capture's answer got lost is found paid when it is asked about again", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.approve(order);
    fake().losesAnswers = true;
    const path = `/api/pay/checkout-status?checkout_id=${id}`;
    expectProblem("payment-unavailable", await visitor.call(path));
    fake().losesAnswers = false;
    expect(capturesOf(id)).toHaveLength(1);
    expect(await countPayments(server, id)).toBe(0);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "paid" });
    expect(capturesOf(id)).toHaveLength(1);
    expect(await countPayments(server, id)).toBe(1);
  });

  test.each(REFUSALS)(
    "that PayPal refuses as %s is declined, and takes no money later",
    async (refusal) => {
      const visitor = await arrive(server);
      const { id, order } = await openOrder(visitor);
      fake().bank.next = refusal;
      fake().bank.approve(order);
      expect(await statusOf(visitor, id)).toMatchObject({ status: "declined" });
      fake().bank.next = "COMPLETED";
      fake().bank.approve(order);
      await deliverAll(fake().bank.events.splice(0));
      expect(await statusOf(visitor, id)).toMatchObject({ status: "declined" });
      expect(capturesOf(id)).toEqual([]);
    },
  );

  test.each(REFUSALS)(
    "that PayPal refuses as %s is in the log, once, unless that is the buyer's own",
    async (reason) => {
      const visitor = await arrive(server);
      const { id, order } = await openOrder(visitor);
      fake().bank.next = reason;
      fake().bank.approve(order);
      refusalsLogged();
      await deliverAll(fake().bank.events.splice(0));
      expect(await statusOf(visitor, id)).toMatchObject({ status: "declined" });
      expect(refusalsLogged()).toMatchObject(
        OF_THE_BUYER.includes(reason)
          ? []
          : [{ level: "warn", provider: "paypal", reason }],
      );
    },
  );

  test("that was refused is declined by PayPal's message, and a new try gets another order", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.next = "PAYEE_BLOCKED_TRANSACTION";
    fake().bank.approve(order);
    await deliverAll(fake().bank.events.splice(0));
    const again = await openOrder(visitor);
    expect(again.id).not.toBe(id);
    expect(again.order).not.toBe(order);
  });

  test("that was approved gives way, once it is refused, to one with another email", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.next = "COMPLIANCE_VIOLATION";
    fake().bank.approve(order);
    const path = "/api/pay/make-checkout";
    const answer = await visitor.call(path, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {
        provider: "paypal",
        product: "journal",
        email: "ann@other.example",
        return_path: "/quiz/oto",
      },
    });
    expectAnswer("make-checkout", answer);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "declined" });
  });

  test.each([
    ["COMPLETED", "paid", 1],
    ["DECLINED", "declined", 0],
  ] as const)(
    "that PayPal has to think about waits until it is %s",
    async (decision, status, payments) => {
      const visitor = await arrive(server);
      const { id, order } = await openOrder(visitor);
      fake().bank.next = "PENDING";
      fake().bank.approve(order);
      expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
      expect(await statusOf(visitor, id)).toMatchObject({ status: "open" });
      await deliverAll(fake().bank.events.splice(0));
      fake().bank.decide(order, decision);
      await deliverAll(fake().bank.events.splice(0));
      expect(await statusOf(visitor, id)).toMatchObject({ status });
      expect(await countPayments(server, id)).toBe(payments);
      expect(capturesOf(id)).toHaveLength(1);
    },
  );

  test("that ran out at PayPal is cancelled", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.orders.delete(order);
    expect(await statusOf(visitor, id)).toMatchObject({ status: "cancelled" });
  });

  test("of another sum than was asked for is neither captured nor paid", async () => {
    const visitor = await arrive(server);
    const { id, order } = await openOrder(visitor);
    fake().bank.get(order).amount = { currency_code: "USD", value: "0.01" };
    fake().bank.approve(order);
    const path = `/api/pay/checkout-status?checkout_id=${id}`;
    expect((await visitor.call(path)).status).toBe(500);
    expect(capturesOf(id)).toEqual([]);
    expect(await countPayments(server, id)).toBe(0);
  });

  test("waits while PayPal is away, and the same key opens it later", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const key = randomUUID();
    fake().fault = 503;
    const refused = await askForPage(visitor, key);
    expect(expectProblem("payment-unavailable", refused)["status"]).toBe(503);
    fake().fault = null;
    expectAnswer("make-checkout", await askForPage(visitor, key));
  });

  test("is asked for with a new token where PayPal has taken the old one back", async () => {
    await openOrder(await arrive(server));
    fake().calls.length = 0;
    await openOrder(await arrive(server));
    expect(fake().calls).toEqual(["POST /v2/checkout/orders"]);
    fake().revokeTokens();
    await openOrder(await arrive(server));
    expect(fake().calls.slice(1)).toEqual([
      "POST /v2/checkout/orders",
      "POST /v1/oauth2/token",
      "POST /v2/checkout/orders",
    ]);
  });

  test("of a product that renews is refused, because PayPal takes a payment once", async () => {
    const visitor = await arrive(server);
    await initiate(visitor, "plan");
    const answer = await askForPage(visitor, randomUUID(), "plan");
    expectProblem("product-mismatch", answer);
    expect(fake().calls).not.toContain("POST /v2/checkout/orders");
  });
});
