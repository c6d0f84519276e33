import { describe, expect, test } from "vitest";
import type { Refund } from "../../checkout/provider.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { payPalOf } from "./answers.fixture.ts";
import { lookAtRefund, refundAt } from "./refund.ts";
import { problem, unprocessable } from "./stand-in-things.fixture.ts";

const REFUND = "POST /v2/payments/captures/C-1/refund";
const ORDER = "GET /v2/checkout/orders/O-1";

const refund: Refund = {
  id: "refund-1",
  checkout: madeUpCheckout({ provider: "paypal", provider_reference: "O-1" }),
  of: "payment",
  transaction: "C-1",
  amount: 400,
  currency: "USD",
};
const made = (status: string) => ({ id: "R-1", status });

/** An order as PayPal shows it, with the names of its captures. */
const order = (...captures: readonly object[]) => ({
  status: 200,
  body: {
    id: "O-1",
    status: "COMPLETED",
    purchase_units: [{ payments: { captures } }],
  },
});

describe("a refund that is asked for", () => {
  test.each([200, 201])("is told by an answer of %s", async (status) => {
    const { client } = payPalOf({
      [REFUND]: { status, body: made("PENDING") },
    });
    expect(await refundAt(client, refund)).toEqual({
      kind: "told",
      status: "requested",
      reference: "R-1",
    });
  });

  test.each([
    ["by another call", { status: 409, body: problem("RESOURCE_CONFLICT") }],
    ["by name", unprocessable("PREVIOUS_REQUEST_IN_PROGRESS")],
  ])("that PayPal is at work on %s is on its way", async (_, answer) => {
    const { client } = payPalOf({ [REFUND]: answer });
    expect(await refundAt(client, refund)).toEqual({
      kind: "told",
      status: "requested",
      reference: null,
    });
  });

  test.each([
    [unprocessable("CAPTURE_FULLY_REFUNDED"), "CAPTURE_FULLY_REFUNDED"],
    [{ status: 403, body: problem("NOT_AUTHORIZED") }, "NOT_AUTHORIZED"],
  ])("that PayPal refuses has failed: %j", async (answer, issue) => {
    const { client } = payPalOf({ [REFUND]: answer });
    expect(await refundAt(client, refund)).toEqual({
      kind: "told",
      status: "failed",
      reference: null,
      reason: `PayPal refuses it: ${issue}.`,
    });
  });

  test("of a capture that PayPal does not know cannot be made", async () => {
    const { client } = payPalOf({
      [REFUND]: { status: 404, body: problem("RESOURCE_NOT_FOUND") },
    });
    expect(await refundAt(client, refund)).toEqual({
      kind: "unable",
      detail: "PayPal knows no payment of that name: look for it there.",
    });
  });

  test("finer than PayPal counts cannot be made, and is not asked for", async () => {
    const { client, calls } = payPalOf({});
    const fine = { ...refund, amount: 1_050, currency: "HUF" };
    expect(await refundAt(client, fine)).toMatchObject({ kind: "unable" });
    expect(calls).toEqual([]);
  });

  test("that is answered by anything else is not known to have failed", async () => {
    const { client } = payPalOf({
      [REFUND]: { status: 400, body: problem("INVALID_REQUEST") },
    });
    await expect(refundAt(client, refund)).rejects.toThrow(
      "PayPal answers 400 INVALID_REQUEST",
    );
  });
});

describe("a payment whose capture is not known here", () => {
  const unnamed = { ...refund, transaction: null };

  test("is given back by the capture that its order names", async () => {
    const { client, calls } = payPalOf({
      [ORDER]: order({ id: "C-1", status: "COMPLETED" }),
      [REFUND]: { status: 201, body: made("COMPLETED") },
    });
    expect(await refundAt(client, unnamed)).toMatchObject({
      status: "succeeded",
    });
    expect(calls).toEqual([ORDER, REFUND]);
  });

  test.each([
    ["has no order", { [ORDER]: { status: 404, body: {} } }],
    ["has an order without a capture", { [ORDER]: order() }],
    ["has a capture without a name", { [ORDER]: order({ status: "X" }) }],
  ])("cannot be given back where it %s", async (_, answers) => {
    expect(await refundAt(payPalOf(answers).client, unnamed)).toMatchObject({
      kind: "unable",
    });
  });

  test("cannot be given back where its order has no name, and nothing is asked", async () => {
    const checkout = madeUpCheckout({ provider: "paypal" });
    const { client, calls } = payPalOf({});
    expect(await refundAt(client, { ...unnamed, checkout })).toMatchObject({
      kind: "unable",
    });
    expect(calls).toEqual([]);
  });
});

describe("what became of a refund", () => {
  const LOOK = "GET /v2/payments/refunds/R-1";
  const lookWith = (status: number, body: object) =>
    lookAtRefund(payPalOf({ [LOOK]: { status, body } }).client, "R-1");

  test("is told by its name", async () => {
    expect(await lookWith(200, made("COMPLETED"))).toEqual({
      kind: "told",
      status: "succeeded",
      reference: "R-1",
    });
    expect(await lookWith(200, { status: "FAILED" })).toEqual({
      kind: "told",
      status: "failed",
      reference: null,
    });
  });

  test("is nothing for a name that PayPal does not know", async () => {
    expect(await lookWith(404, problem("RESOURCE_NOT_FOUND"))).toBeNull();
  });

  test("is not known while PayPal refuses to say", async () => {
    await expect(lookWith(403, problem("NOT_AUTHORIZED"))).rejects.toThrow(
      "PayPal answers 403 NOT_AUTHORIZED",
    );
  });
});
