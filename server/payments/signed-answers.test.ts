/** How the answers of signed calls are read: `status-call.ts`, `refund-call.ts`, `plan-call.ts`. */
import { describe, expect, test } from "vitest";
import { madeUpCheckout } from "../testing/checkout.ts";
import { useStandIn } from "../testing/stand-in.ts";
import { plansEndedAt } from "./plan-call.ts";
import { askRefund, cannotRefund } from "./refund-call.ts";
import { isSigned } from "./sign.ts";
import { askAfterSale, askStatus } from "./status-call.ts";

const bank = useStandIn();
const NOW = new Date("2030-05-01T12:00:00.900Z");
const checkout = madeUpCheckout({ provider: "max-pay" });
const AGAIN = { problem: { type: "urn:problem:payment-unavailable" } };

const call = () => ({ address: new URL("/call", bank.url), secret: "secret" });
const answer = (body: unknown, status = 200) => {
  bank.answer = { status, body };
};
const asked = () =>
  Object.fromEntries(new URLSearchParams(bank.received.at(-1)?.body));

describe("what became of an order", () => {
  const paid = {
    status: "paid",
    transaction: "t-1",
    amount: 999,
    currency: "USD",
  };
  const ask = () => askStatus(call(), checkout, NOW);

  test("is asked for by a call that is signed, with its time", async () => {
    answer({ status: "none" });
    await ask();
    expect(asked()).toMatchObject({
      order: checkout.checkout_id,
      time: "1903867200",
    });
    expect(isSigned(asked(), ["secret"])).toBe(true);
    expect(isSigned(asked(), ["other"])).toBe(false);
  });

  test.each([
    [{ status: "none" }, null],
    [{ status: "declined" }, { status: "declined" }],
    [{ status: "cancelled" }, { status: "cancelled" }],
    [{ status: "thinking" }, "unknown"],
    [{}, "unknown"],
    [null, "unknown"],
    [paid, { status: "paid", transaction: "t-1" }],
    [{ ...paid, transaction: 1 }, { status: "paid" }],
    [{ ...paid, transaction: "" }, { status: "paid" }],
  ])("is, answered %j: %j", async (body, found) => {
    answer(body);
    expect(await ask()).toEqual(found);
  });

  test.each([{ amount: 998 }, { amount: "999" }, { currency: "EUR" }])(
    "is for somebody to look at where the sum is %j",
    async (other) => {
      answer({ ...paid, ...other });
      await expect(ask()).rejects.toThrow(
        `${new URL(bank.url).host} has taken another sum than was asked for`,
      );
    },
  );

  test.each([302, 400, 404, 500])(
    "is to be asked again after an answer of %s",
    async (status) => {
      answer({ status: "none" }, status);
      await expect(ask()).rejects.toMatchObject(AGAIN);
    },
  );
});

describe("what happened after a sale", () => {
  const event = {
    kind: "payment",
    status: "approved",
    transaction: "t-1",
    amount: 999,
    currency: "USD",
    order: checkout.checkout_id,
    at: 1_900_000_000,
  };
  const ask = () => askAfterSale(call(), checkout, NOW);
  const taken = {
    kind: "transaction",
    transaction: "t-1",
    amount: 999,
    currency: "USD",
  };
  const nothing = { news: [], faults: [] };

  test("is each event of the order that says when it was", async () => {
    const { at: _, ...timeless } = event;
    const other = { ...event, order: "another" };
    answer({ events: [event, other, timeless, null, "text"] });
    expect(await ask()).toEqual({ news: [taken], faults: [] });
  });

  test("is also what stands beside an event that cannot be read", async () => {
    const broken = { ...event, amount: "much" };
    answer({ events: [broken, event] });
    const { news, faults } = await ask();
    expect(news).toEqual([taken]);
    expect(faults).toHaveLength(1);
  });

  test("may hold more than texts and numbers, which are left out", async () => {
    answer({ events: [{ ...event, transaction: ["t-1"] }] });
    expect(await ask()).toEqual(nothing);
  });

  test.each([{}, { events: null }, { events: { 0: event } }])(
    "is nothing where the answer is %j",
    async (body) => {
      answer(body);
      expect(await ask()).toEqual(nothing);
    },
  );
});

describe("a refund that is asked for", () => {
  const ask = (transaction: string | null) =>
    askRefund(
      call(),
      {
        id: "refund-1",
        checkout,
        of: "payment",
        transaction,
        amount: 400,
        currency: "USD",
      },
      NOW,
    );

  test("names its order, its transaction and itself", async () => {
    answer({ status: "refunded" });
    await ask("t-1");
    expect(asked()).toMatchObject({
      order: checkout.checkout_id,
      transaction: "t-1",
      refund: "refund-1",
      amount: "400",
      currency: "USD",
    });
  });

  test("names a renewal as the provider does, and no transaction that is not known", async () => {
    answer({ status: "refunded" });
    await ask("max-pay t-4");
    expect(asked()["transaction"]).toBe("t-4");
    await ask(null);
    expect(asked()).not.toHaveProperty("transaction");
  });

  test.each([
    [{ status: "refunded", transaction: "r-1" }, "succeeded", "r-1"],
    [{ status: "declined", transaction: 7 }, "failed", null],
    [{ status: "pending" }, "requested", null],
    [{ status: "pending", transaction: "" }, "requested", null],
    [{}, "requested", null],
  ])("is, answered %j: %s, by the name %s", async (body, status, reference) => {
    answer(body);
    expect(await ask("t-1")).toEqual({ kind: "told", status, reference });
  });

  test("says why it was declined, where the provider does", async () => {
    answer({ status: "declined", reason: "too late" });
    expect(await ask("t-1")).toMatchObject({ reason: "too late" });
    answer({ status: "declined", reason: 7 });
    expect(await ask("t-1")).not.toHaveProperty("reason");
  });

  test("says what to do where a provider cannot be asked", () => {
    expect(cannotRefund("MaxPay", "MAX_PAY_REFUND")).toEqual({
      kind: "unable",
      detail:
        "MaxPay gives money back by a call only where MAX_PAY_REFUND is set. Give it back in MaxPay's own pages: its news of that is written down here.",
    });
  });
});

describe("the end of a plan", () => {
  const plan = {
    reference: null,
    paidUntil: NOW,
    isBehind: false,
    at: NOW,
  };
  const ended = (status: string, endsAt: Date | null) => ({
    kind: "subscription",
    event: { kind: "told", status, endsAt, toldAt: NOW },
  });
  const cancel = () => plansEndedAt(call()).cancelPlan(checkout, plan);

  test("is asked for by a call that is signed, at once or for the end of what is paid", async () => {
    answer({ status: "cancelled" });
    await cancel();
    expect(asked()).toMatchObject({
      order: checkout.checkout_id,
      end: "period-end",
      time: "1903867200",
    });
    expect(isSigned(asked(), ["secret"])).toBe(true);
    const behind = { ...plan, isBehind: true };
    await plansEndedAt(call()).cancelPlan(checkout, behind);
    expect(asked()).toMatchObject({ end: "now" });
    await cancel();
    expect(await plansEndedAt(call()).endPlan(checkout, null)).toBe(true);
    expect(asked()).toMatchObject({ end: "now" });
    answer({ status: "none" });
    expect(await plansEndedAt(call()).endPlan(checkout, null)).toBe(false);
  });

  test.each([
    [{ status: "cancelled" }, ended("cancelled", null)],
    [{ status: "cancelled", ends: 1_903_867_200 }, ended("cancelled", null)],
    [
      { status: "cancelled", ends: 1_903_867_300 },
      ended("active", new Date(1_903_867_300_000)),
    ],
    [
      { status: "cancelled", ends: "1903867300" },
      ended("active", new Date(1_903_867_300_000)),
    ],
    [{ status: "cancelled", ends: "soon" }, ended("cancelled", null)],
    [{ status: "none" }, null],
    [null, null],
  ])("is, answered %j: %j", async (body, found) => {
    answer(body);
    expect(await cancel()).toEqual(found);
  });

  test.each([302, 404, 500])(
    "is to be asked for again after an answer of %s",
    async (status) => {
      answer({ status: "cancelled" }, status);
      await expect(cancel()).rejects.toMatchObject(AGAIN);
    },
  );
});
