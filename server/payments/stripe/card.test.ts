import { describe, expect, test } from "vitest";
import { found, stripeOf } from "./answers.fixture.ts";
import { cardOf, readToken } from "./card.ts";

const card = { brand: "visa", last4: "4242" };

describe("the card of a payment", () => {
  const methodOf = (method: object) =>
    stripeOf({
      "GET /v1/payment_methods/pm_1": found(method),
    }).client.paymentMethods.retrieve("pm_1");

  test("is kept by its customer's name and its own", async () => {
    const method = await methodOf({ id: "pm_1", card });
    expect(cardOf("cus_1", method)).toEqual({ token: "cus_1 pm_1", ...card });
    expect(readToken("cus_1 pm_1")).toEqual({
      customer: "cus_1",
      paymentMethod: "pm_1",
    });
  });

  test.each([
    ["of nobody", null, { id: "pm_1", card }],
    ["that is none", "cus_1", { id: "pm_1" }],
    ["without a number", "cus_1", { id: "pm_1", card: { ...card, last4: "" } }],
  ])("%s is not kept", async (_, customer, method) => {
    expect(cardOf(customer, await methodOf(method))).toBeNull();
  });

  test.each([null, undefined, "pm_1"])("told as %s is not kept", (method) => {
    expect(cardOf("cus_1", method)).toBeNull();
  });
});

test.each(["", "cus_1", " pm_1"])('"%s" names no card', (token) => {
  expect(readToken(token)).toBeNull();
});
