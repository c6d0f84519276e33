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
    [["processing", "succeeded", "canceled"], paid("pi_1")],
  ])("%j come to %j", async (statuses, come) => {
    expect(await foundOf(...statuses)).toMatchObject(come);
  });

  test.each([
    [["processing"]],
    [["requires_action", "processing"]],
    [["processing", "canceled"]],
    [["canceled", "processing"]],
  ])("%j are unknown: a bank is still at work", async (statuses) => {
    expect(await foundOf(...statuses)).toBe("unknown");
  });

  test("none is nothing", async () => {
    expect(await foundOf()).toBeNull();
    expect(await foundOf("requires_action")).toBeNull();
  });
});

describe("a payment", () => {
  const lookWith = (reference: string | null, own: object) => {
    const { client } = stripeOf({
      "GET /v1/payment_intents/pi_1": found(own),
      "GET /v1/payment_intents": listOf(own),
    });
    return lookAt(client, saved, reference);
  };
  const taken = intent("pi_1", "succeeded");
  const method = { id: "pm_1", card: { brand: "visa", last4: "4242" } };

  test.each(["pi_1", null])(
    "by the name %s is told with its card",
    async (name) => {
      expect(
        await lookWith(name, { ...taken, payment_method: method }),
      ).toMatchObject({
        status: "paid",
        transaction: "pi_1",
        card: { token: "cus_1 pm_1", brand: "visa", last4: "4242" },
      });
    },
  );

  test.each([
    { amount_received: 998 },
    { currency: "eur" },
    { amount_received: 998, currency: "eur" },
  ])("of %j is for somebody to look at", async (other) => {
    await expect(lookWith("pi_1", { ...taken, ...other })).rejects.toThrow(
      "another sum",
    );
  });

  test("that failed is declined, but not where the bank asks the visitor", async () => {
    const failed = intent("pi_1", "requires_payment_method");
    const because = (code: string) => ({
      ...failed,
      last_payment_error: { code },
    });
    const declined = { status: "declined" };
    expect(await lookWith("pi_1", failed)).toEqual(declined);
    expect(await lookWith("pi_1", because("card_declined"))).toEqual(declined);
    expect(
      await lookWith("pi_1", because("authentication_required")),
    ).toBeNull();
  });

  test.each([{}, { checkout_id: "another" }])(
    "with the metadata %j is another checkout's",
    async (metadata) => {
      expect(await lookWith("pi_1", { ...taken, metadata })).toBeNull();
      expect(await lookWith(null, { ...taken, metadata })).toBeNull();
    },
  );

  test("by another kind of name is not asked after", async () => {
    const { client, calls } = stripeOf({});
    expect(await lookAt(client, saved, "sub_1")).toBeNull();
    const page = madeUpCheckout({ card_token: "cus_1 pm_1" });
    expect(await lookAt(client, page)).toBeNull();
    expect(calls).toEqual([]);
  });

  test("without a card is unknown", async () => {
    const { client } = stripeOf({});
    const cardless = madeUpCheckout({ way: "saved" });
    expect(await lookAt(client, cardless)).toBe("unknown");
  });
});

describe("a plan that was begun on a saved card", () => {
  const plan = { ...saved, renewal_amount: 2999, renewal_days: 28 };
  const other = { id: "sub_0", status: "active", metadata: {} };
  const foundOf = (status: string) => {
    const own = { id: "sub_1", status, metadata: intent("", "").metadata };
    const list = listOf(other, own);
    return lookForCharge(
      stripeOf({ "GET /v1/subscriptions": list }).client,
      plan,
    );
  };

  test("is the one that has the checkout's name", async () => {
    expect(await foundOf("trialing")).toEqual({
      status: "paid",
      reference: "sub_1",
      subscription: "sub_1",
      transaction: "sub_1",
    });
  });

  test("is unknown until it is paid, and declined when it is too late", async () => {
    expect(await foundOf("incomplete")).toBe("unknown");
    expect(await foundOf("incomplete_expired")).toEqual({ status: "declined" });
  });

  test("is none beside those of others", async () => {
    const answers = { "GET /v1/subscriptions": listOf(other) };
    expect(await lookForCharge(stripeOf(answers).client, plan)).toBeNull();
  });
});

describe("a hosted page", () => {
  const page = madeUpCheckout({ provider_reference: "cs_1" });
  const session = {
    client_reference_id: page.checkout_id,
    status: "complete",
    payment_status: "paid",
    amount_total: 999,
    currency: "usd",
    customer: "cus_1",
    payment_intent: null,
    subscription: null,
  };
  const lookWith = (own: object) => {
    const answer = found({ ...session, ...own });
    const { client } = stripeOf({ "GET /v1/checkout/sessions/cs_1": answer });
    return lookAt(client, page);
  };
  const method = { id: "pm_1", card: { brand: "visa", last4: "4242" } };
  const card = { token: "cus_1 pm_1", ...method.card };

  test("that is paid once is told with its payment and its card", async () => {
    const payment_intent = { id: "pi_1", payment_method: method };
    expect(await lookWith({ payment_intent })).toEqual({
      status: "paid",
      card,
      transaction: "pi_1",
    });
  });

  test("that renews is told with its plan and its card", async () => {
    const subscription = { id: "sub_1", default_payment_method: method };
    expect(await lookWith({ subscription })).toEqual({
      status: "paid",
      card,
      subscription: "sub_1",
      transaction: "sub_1",
    });
  });

  test("that has taken no money is paid without a name", async () => {
    expect(await lookWith({})).toEqual({ status: "paid", card: null });
  });

  test.each([
    [{ status: "open", payment_status: "unpaid" }, null],
    [{ client_reference_id: "another" }, null],
    [{ status: "expired", payment_status: "unpaid" }, { status: "cancelled" }],
  ])("with %j is %j", async (own, come) => {
    expect(await lookWith(own)).toEqual(come);
  });

  test.each([{ amount_total: 998 }, { currency: "eur" }, { currency: null }])(
    "that has taken %j is for somebody to look at",
    async (own) => {
      await expect(lookWith(own)).rejects.toThrow("another sum");
    },
  );
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

  test.each(["requires_payment_method", "canceled"])(
    "is declined once its payment is %s",
    async (status) => {
      const failed = intent("pi_1", status);
      expect(await lookWith(failed)).toEqual({ status: "declined" });
    },
  );

  test.each([
    ["whose payment is on its way", intent("pi_1", "processing")],
    ["whose payment is only named", "pi_1"],
    ["that has no payment", null],
  ])("%s is unknown", async (_, payment) => {
    expect(await lookWith(payment)).toBe("unknown");
  });
});
