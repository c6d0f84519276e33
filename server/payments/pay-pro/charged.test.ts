import { describe, expect, test } from "vitest";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { useStandIn } from "../../testing/stand-in.ts";
import { readVariables } from "../../variables.ts";
import { isSigned } from "../sign.ts";
import { payPro } from "./provider.ts";

const bank = useStandIn();
const checkout = madeUpCheckout({ provider: "pay-pro" });

function provider(more: Readonly<Record<string, string>> = {}) {
  const read = payPro.read(
    readVariables({
      PAY_PRO_KEY: "pro-secret",
      PAY_PRO_ADDRESS: new URL("/charge", bank.url).href,
      ...more,
    }),
  );
  if (read === null) throw new Error("PayPro is not set up");
  return read;
}

const order = (payPeoValue: string | null = null) => ({
  checkout,
  origin: "https://calm.example",
  api: "",
  payPeoValue,
  at: new Date(0),
});
const charge = (payPeoValue?: string) =>
  provider().charge(order(payPeoValue), "visitor-1");
const asked = () =>
  Object.fromEntries(new URLSearchParams(bank.received.at(-1)?.body));
const answer = (body: unknown, status = 200) => {
  bank.answer = { status, body };
};

describe("a charge", () => {
  test("is asked for by a signed call, under the checkout's name", async () => {
    answer({ status: "paid" });
    await charge();
    const fields = asked();
    expect(fields).toEqual({
      order: checkout.checkout_id,
      product_code: "journal",
      amount: "999",
      currency: "USD",
      customer: "visitor-1",
      return_origin: "https://calm.example",
      signature: fields["signature"],
    });
    expect(isSigned(fields, ["pro-secret"])).toBe(true);
    expect(bank.received.at(-1)?.headers["idempotency-key"]).toBe(
      checkout.checkout_id,
    );
    await charge("calm-value");
    expect(asked()).toMatchObject({ pay_peo_value: "calm-value" });
  });

  const page = {
    outcome: "needs_authentication",
    page: "https://bank.example/",
  };
  const url = "https://bank.example/";
  test.each([
    [
      { status: "paid", transaction: "t-1" },
      { outcome: "paid", reference: "t-1" },
    ],
    [{ status: "paid", transaction: 1 }, { outcome: "paid" }],
    [{ status: "paid", transaction: "" }, { outcome: "paid" }],
    [{ status: "declined" }, { outcome: "declined" }],
    [{ status: "no_method", transaction: "t-1" }, { outcome: "missing" }],
    [{ status: "needs_authentication", url }, page],
    [
      { status: "needs_authentication", url, transaction: "t-1" },
      { ...page, reference: "t-1" },
    ],
    [{ status: "needs_authentication" }, { outcome: "pending" }],
    [{ status: "needs_authentication", url: "bank" }, { outcome: "pending" }],
    // What becomes an address when it is made a text.
    [{ status: "needs_authentication", url: [url] }, { outcome: "pending" }],
    [
      { status: "needs_authentication", url: "http://bank.example/" },
      { outcome: "pending" },
    ],
    [{ status: "thinking", url }, { outcome: "pending" }],
    [null, { outcome: "pending" }],
  ])("that is answered %j comes to %j", async (body, outcome) => {
    answer(body);
    expect(await charge()).toEqual(outcome);
  });

  test.each([302, 400, 500])(
    "is to be asked for again after %s",
    async (status) => {
      answer({ status: "paid" }, status);
      await expect(charge()).rejects.toMatchObject({
        problem: { type: "urn:problem:payment-unavailable" },
      });
    },
  );
});

describe("PayPro", () => {
  test("says at the start when it cannot be asked what became of an order", () => {
    expect(provider()).toMatchObject({
      startLine:
        "PayPro, but without PAY_PRO_STATUS it cannot be asked what became of an order.",
    });
    expect(provider()).not.toHaveProperty("look");
    const asking = provider({ PAY_PRO_STATUS: "https://pro.example/status" });
    expect(asking.startLine).toBe("PayPro.");
    expect(asking).toHaveProperty("look");
    expect(asking).toHaveProperty("review");
  });

  test("gives money back by a call, or says where it is given back", async () => {
    const refund = {
      id: "refund-1",
      checkout,
      of: "payment",
      transaction: "t-1",
      amount: 999,
      currency: "USD",
    } as const;
    expect(await provider().refund(refund)).toMatchObject({ kind: "unable" });
    answer({ status: "refunded" });
    const PAY_PRO_REFUND = new URL("/refund", bank.url).href;
    expect(await provider({ PAY_PRO_REFUND }).refund(refund)).toMatchObject({
      status: "succeeded",
    });
  });

  test("has a page only where a bank has named one", async () => {
    expect(provider().pageOf(checkout)).toBe("");
    const provider_page = "https://bank.example/";
    expect(provider().pageOf({ ...checkout, provider_page })).toBe(
      provider_page,
    );
    expect(await provider().open(order())).toEqual({
      page: "",
      reference: null,
    });
  });

  test("is set up whole or not at all", () => {
    expect(payPro.read(readVariables({}))).toBeNull();
    expect(() => payPro.read(readVariables({ PAY_PRO_KEY: "x" }))).toThrow(
      "PayPro needs PAY_PRO_KEY and PAY_PRO_ADDRESS: set both, or none.",
    );
  });
});
