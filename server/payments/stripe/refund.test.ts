import { describe, expect, test } from "vitest";
import type { Refund } from "../../checkout/provider.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { found, listOf, refusal, stripeOf } from "./answers.fixture.ts";
import { lookAtRefund, refundAt } from "./refund.ts";
import type { Answered } from "./stand-in-protocol.fixture.ts";

const refund: Refund = {
  id: "refund-1",
  checkout: madeUpCheckout(),
  of: "payment",
  transaction: "pi_1",
  amount: 400,
  currency: "USD",
};
const made = { id: "re_1", object: "refund", status: "succeeded" };
const CREATE = "POST /v1/refunds";
const LIST = "GET /v1/refunds";

describe("a refund that is asked for", () => {
  test.each([
    ["null", null],
    ["a subscription without a first invoice", "sub_1"],
    ["an invoice that no payment is known of", "in_1"],
  ])("of %s cannot be made", async (_, transaction) => {
    const renewal = { id: "in_2", billing_reason: "subscription_cycle" };
    const { client, calls } = stripeOf({
      "GET /v1/invoices": listOf(renewal),
      "GET /v1/invoice_payments": listOf(),
      [CREATE]: found(made),
    });
    expect(await refundAt(client, { ...refund, transaction })).toMatchObject({
      kind: "unable",
    });
    expect(calls).not.toContain(CREATE);
  });

  test.each([
    ["a payment", "pi_1", "GET /v1/refunds"],
    ["a plan", "sub_1", "GET /v1/invoices"],
    ["an invoice", "in_1", "GET /v1/invoice_payments"],
  ])("of %s that Stripe does not know cannot be made", async (...about) => {
    const [, transaction, list] = about;
    const { client, calls } = stripeOf({
      [list]: refusal(400, "resource_missing"),
      [CREATE]: found(made),
    });
    expect(await refundAt(client, { ...refund, transaction })).toEqual({
      kind: "unable",
      detail: "Stripe knows no payment of that name: look for it there.",
    });
    expect(calls).not.toContain(CREATE);
  });

  test("finer than Stripe counts cannot be made, and is not asked for", async () => {
    const { client, calls } = stripeOf({});
    const fine = { ...refund, amount: 1_005, currency: "KWD" };
    expect(await refundAt(client, fine)).toMatchObject({ kind: "unable" });
    expect(calls).toEqual([]);
  });

  test("of a plan's first payment goes to the first invoice's payment", async () => {
    const payment = { type: "payment_intent", payment_intent: "pi_9" };
    const { client, calls } = stripeOf({
      "GET /v1/invoices": listOf(
        { id: "in_2", billing_reason: "subscription_cycle" },
        { id: "in_1", billing_reason: "subscription_create" },
      ),
      "GET /v1/invoice_payments": listOf({ id: "inpay_1", payment }),
      [LIST]: listOf(),
      [CREATE]: found(made),
    });
    expect(
      await refundAt(client, { ...refund, transaction: "sub_1" }),
    ).toMatchObject({ status: "succeeded", reference: "re_1" });
    expect(calls).toContain(CREATE);
  });

  test.each([
    [[{ ...made, metadata: null }], true],
    [[{ ...made, metadata: { refund_id: "refund-2" } }], true],
    [[{ ...made, metadata: { refund_id: "refund-1" } }], false],
  ])("beside %j is made anew: %s", async (known, isMade) => {
    const { client, calls } = stripeOf({
      [LIST]: listOf(...known),
      [CREATE]: found(made),
    });
    expect(await refundAt(client, refund)).toMatchObject({ kind: "told" });
    expect(calls.includes(CREATE)).toBe(isMade);
  });

  test("that Stripe refuses has failed, in Stripe's word for it", async () => {
    const answerTo = async (answer: Answered) => {
      const { client } = stripeOf({ [LIST]: listOf(), [CREATE]: answer });
      return refundAt(client, refund);
    };
    expect(await answerTo(refusal(400, "charge_disputed"))).toEqual({
      kind: "told",
      status: "failed",
      reference: null,
      reason: "Stripe refuses it: charge_disputed.",
    });
    const type = "invalid_request_error";
    const nameless = { status: 400, body: { error: { type } } };
    expect(await answerTo(nameless)).toMatchObject({
      reason: "Stripe refuses it: StripeInvalidRequestError.",
    });
    await expect(
      answerTo(refusal(500, "down", "api_error")),
    ).rejects.toMatchObject({ statusCode: 500 });
  });
});

describe("what became of a refund", () => {
  test("is told, with the reason where it failed", async () => {
    const failure_reason = "expired_or_canceled_card";
    const { client } = stripeOf({
      "GET /v1/refunds/re_1": found(made),
      "GET /v1/refunds/re_2": found({
        ...made,
        status: "failed",
        failure_reason,
      }),
    });
    expect(await lookAtRefund(client, "re_1")).toStrictEqual({
      kind: "told",
      status: "succeeded",
      reference: "re_1",
    });
    expect(await lookAtRefund(client, "re_2")).toMatchObject({
      status: "failed",
      reason: failure_reason,
    });
  });

  test("is nothing for a name that Stripe does not know", async () => {
    expect(await lookAtRefund(stripeOf({}).client, "re_1")).toBeNull();
  });

  test("is not known while Stripe refuses to say", async () => {
    const { client } = stripeOf({
      "GET /v1/refunds/re_1": refusal(400, "parameter_invalid"),
    });
    await expect(lookAtRefund(client, "re_1")).rejects.toMatchObject({
      code: "parameter_invalid",
    });
  });
});
