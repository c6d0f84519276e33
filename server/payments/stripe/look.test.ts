import { describe, expect, test } from "vitest";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { found, listOf, stripeOf } from "./answers.fixture.ts";
import { lookAt, lookForCharge } from "./look.ts";

const saved = madeUpCheckout({ way: "saved", card_token: "cus_1 pm_1" });

const intent = (id: string, status: string) => ({
  id,
  object: "payment_intent",
  status,
  amount: 999,
  amount_received: status === "succeeded" ? 999 : 0,
  currency: "usd",
  customer: "cus_1",
  payment_method: null,
  metadata: { checkout_id: saved.checkout_id },
});

describe("of several charges of one checkout, the newest first,", () => {
  const foundOf = (...statuses: readonly string[]) => {
    const all = statuses.map((status, i) => intent(`pi_${i}`, status));
    const { client } = stripeOf({ "GET /v1/payment_intents": listOf(...all) });
    return lookForCharge(client, saved);
  };
  const paid = (reference: string) => ({ status: "paid", reference });
  const declined = (reference: string) => ({ status: "declined", reference });

  test.each([
    [["canceled", "succeeded"], paid("pi_1")],
    [["succeeded", "canceled"], paid("pi_0")],
    // The first one that was paid is the order's own, wherever the others stand.
    [["succeeded", "succeeded"], paid("pi_1")],
    [["succeeded", "processing"], paid("pi_0")],
    [["processing", "succeeded"], paid("pi_1")],
    [["canceled", "canceled"], declined("pi_1")],
    [["canceled", "processing"], declined("pi_0")],
  ])("%j come to %j", async (statuses, come) => {
    expect(await foundOf(...statuses)).toMatchObject(come);
  });

  test("one that a bank is at work on, beside nothing else, is unknown", async () => {
    expect(await foundOf("processing")).toBe("unknown");
    expect(await foundOf("requires_action", "processing")).toBe("unknown");
  });

  test("none is nothing", async () => {
    expect(await foundOf()).toBeNull();
    expect(await foundOf("requires_action")).toBeNull();
  });
});

describe("a hosted page that is complete, and not paid yet,", () => {
  const page = madeUpCheckout({ provider_reference: "cs_1" });
  const lookWith = (payment_intent: unknown) => {
    const session = {
      id: "cs_1",
      object: "checkout.session",
      client_reference_id: page.checkout_id,
      status: "complete",
      payment_status: "unpaid",
      payment_intent,
      subscription: null,
    };
    const { client } = stripeOf({
      "GET /v1/checkout/sessions/cs_1": found(session),
    });
    return lookAt(client, page);
  };

  test("is declined once its payment has failed", async () => {
    const failed = intent("pi_1", "requires_payment_method");
    expect(await lookWith(failed)).toEqual({ status: "declined" });
  });

  test.each([
    ["whose payment is on its way", intent("pi_1", "processing")],
    ["whose payment is only named", "pi_1"],
    ["that has no payment", null],
  ])("%s is unknown", async (_, payment) => {
    expect(await lookWith(payment)).toBe("unknown");
  });
});
