import { describe, expect, test } from "vitest";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { payPalOf } from "./answers.fixture.ts";
import { lookAt } from "./look.ts";
import { createOrder } from "./orders.ts";
import { problem, unprocessable } from "./stand-in-things.fixture.ts";

const GET = "GET /v2/checkout/orders/O-1";
const CAPTURE = "POST /v2/checkout/orders/O-1/capture";
const CREATE = "POST /v2/checkout/orders";

const checkout = madeUpCheckout({ provider: "paypal" });
const amount = { currency_code: "USD", value: "9.99" };

const order = (status: string, ...captured: readonly string[]) => ({
  id: "O-1",
  status,
  purchase_units: [
    {
      custom_id: checkout.checkout_id,
      amount,
      payments: {
        captures: captured.map((one) => ({ id: "C-1", status: one, amount })),
      },
    },
  ],
});
const shown = (status: string, ...captured: readonly string[]) => ({
  status: 200,
  body: order(status, ...captured),
});
const gone = { status: 404, body: problem("RESOURCE_NOT_FOUND") };

describe("an approved order", () => {
  test.each([200, 201])("that is captured by a %s is paid", async (status) => {
    const { client } = payPalOf({
      [GET]: shown("APPROVED"),
      [CAPTURE]: { status, body: order("COMPLETED", "COMPLETED") },
    });
    expect(await lookAt(client, checkout, "O-1")).toEqual({
      kind: "found",
      finding: { status: "paid", transaction: "C-1" },
    });
  });

  test.each([
    ["by another call", { status: 409, body: problem("RESOURCE_CONFLICT") }],
    ["before", unprocessable("ORDER_ALREADY_CAPTURED")],
    ["by name", unprocessable("PREVIOUS_REQUEST_IN_PROGRESS")],
    ["right now", unprocessable("ORDER_COMPLETION_IN_PROGRESS")],
  ])("that is captured %s is asked after once more", async (_, answer) => {
    const lookWith = (again: { status: number; body: unknown }) =>
      lookAt(
        payPalOf({ [GET]: [shown("APPROVED"), again], [CAPTURE]: answer })
          .client,
        checkout,
        "O-1",
      );
    expect(await lookWith(shown("COMPLETED", "COMPLETED"))).toMatchObject({
      finding: { status: "paid" },
    });
    expect(await lookWith(shown("APPROVED"))).toEqual({ kind: "undecided" });
    // It was there a moment ago.
    expect(await lookWith(gone)).toEqual({ kind: "undecided" });
  });

  test("whose visitor has to act once more waits for them", async () => {
    const { client } = payPalOf({
      [GET]: shown("APPROVED"),
      [CAPTURE]: unprocessable("PAYER_ACTION_REQUIRED"),
    });
    expect(await lookAt(client, checkout, "O-1")).toEqual({ kind: "waits" });
  });

  test.each([
    [
      "that was not understood",
      { status: 400, body: problem("INVALID_REQUEST") },
      "PayPal answers 400 INVALID_REQUEST",
    ],
    [
      "of money that another order has taken",
      unprocessable("DUPLICATE_INVOICE_ID"),
      "PayPal answers 422 DUPLICATE_INVOICE_ID",
    ],
  ])("by a capture %s has no answer", async (_, answer, message) => {
    const { client } = payPalOf({
      [GET]: shown("APPROVED"),
      [CAPTURE]: answer,
    });
    await expect(lookAt(client, checkout, "O-1")).rejects.toThrow(message);
  });
});

describe("an order that is looked at", () => {
  test.each([
    ["CREATED", { kind: "waits" }],
    ["PAYER_ACTION_REQUIRED", { kind: "waits" }],
    ["VOIDED", { kind: "found", finding: { status: "cancelled" } }],
  ])("as %s takes nothing", async (status, look) => {
    const { client } = payPalOf({ [GET]: shown(status) });
    expect(await lookAt(client, checkout, "O-1")).toEqual(look);
  });

  const captured = (capture: object, custom_id = checkout.checkout_id) => {
    const payments = { captures: [{ status: "COMPLETED", ...capture }] };
    const purchase_units = [{ custom_id, amount, payments }];
    const body = { ...order("COMPLETED"), purchase_units };
    return payPalOf({ [GET]: { status: 200, body } });
  };

  test("is not paid by another sum", async () => {
    for (const other of [
      { currency_code: "USD", value: "0.99" },
      { currency_code: "EUR", value: "9.99" },
    ]) {
      const { client } = captured({ id: "C-1", amount: other });
      await expect(lookAt(client, checkout, "O-1")).rejects.toThrow(
        "another sum",
      );
    }
  });

  test("that is somebody else's says nothing", async () => {
    const { client } = captured({ id: "C-1", amount }, "A".repeat(22));
    expect(await lookAt(client, checkout, "O-1")).toEqual({ kind: "waits" });
  });

  test("is paid although its capture has no name", async () => {
    const { client } = captured({ amount });
    expect(await lookAt(client, checkout, "O-1")).toStrictEqual({
      kind: "found",
      finding: { status: "paid" },
    });
  });
});

describe("an order that is made", () => {
  test.each([200, 201])("is read from an answer of %s", async (status) => {
    const { client } = payPalOf({
      [CREATE]: { status, body: order("CREATED") },
    });
    expect(await createOrder(client, checkout, {})).toMatchObject({
      id: "O-1",
      status: "CREATED",
    });
  });

  test("is none when PayPal refuses it", async () => {
    const { client } = payPalOf({ [CREATE]: unprocessable("DUPLICATE") });
    await expect(createOrder(client, checkout, {})).rejects.toThrow(
      "PayPal answers 422 DUPLICATE",
    );
  });
});
