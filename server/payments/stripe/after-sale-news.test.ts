import { describe, expect, test } from "vitest";
import {
  readDispute,
  readInvoice,
  readRefund,
  readSubscription,
  refundStatus,
} from "./after-sale.ts";
import { found, stripeOf } from "./answers.fixture.ts";

const NOW = new Date("2030-05-01T12:00:00Z");
const sum = { amount: 400, currency: "usd" };
const ours = { amount: 400, currency: "USD" };
const at = (seconds: number) => new Date(seconds * 1_000);
/** Stripe's SDK, which finds one thing. */
const finding = (path: string, thing: object) =>
  stripeOf({ [`GET /v1/${path}`]: found(thing) }).client;

describe("a refund", () => {
  const read = async (more: object) => {
    const made = { id: "re_1", status: "succeeded", created: 2_000 };
    const refund = { ...made, ...sum, ...more };
    const client = finding("refunds/re_1", refund);
    return readRefund(await client.refunds.retrieve("re_1"), "pi_1");
  };

  test("is told with its sum, its state and our name for it", async () => {
    const metadata = { refund_id: "refund-1" };
    expect(await read({ metadata, reason: "duplicate" })).toEqual({
      kind: "refund",
      refund: "refund-1",
      reference: "re_1",
      transaction: "pi_1",
      ...ours,
      status: "succeeded",
      reason: "duplicate",
      madeAt: at(2_000),
    });
  });

  test.each([{}, null])(
    "with the metadata %j has no name of ours",
    async (metadata) => {
      expect(await read({ metadata, reason: null })).toMatchObject({
        refund: null,
        reason: null,
      });
    },
  );

  test("that failed says why it did, and not why it was asked for", async () => {
    const failure_reason = "expired_or_canceled_card";
    expect(
      await read({ status: "failed", failure_reason, reason: "duplicate" }),
    ).toMatchObject({ status: "failed", reason: failure_reason });
  });

  test.each([
    ["succeeded", "succeeded"],
    ["failed", "failed"],
    ["canceled", "failed"],
    ["pending", "requested"],
    [null, "requested"],
  ])("that is %s has %s", (status, state) => {
    expect(refundStatus(status)).toBe(state);
  });
});

describe("a dispute", () => {
  test.each([
    ["lost", "lost", 400],
    ["won", "won", 0],
    ["warning_closed", "won", 0],
    ["prevented", "won", 0],
    ["under_review", "open", 0],
  ])("that is %s is %s, and takes %i", async (status, state, withdrawn) => {
    const dispute = { id: "dp_1", status, reason: "fraudulent", ...sum };
    const client = finding("disputes/dp_1", dispute);
    const told = await client.disputes.retrieve("dp_1");
    expect(readDispute(told, "pi_1", NOW)).toEqual({
      kind: "dispute",
      reference: "dp_1",
      transaction: "pi_1",
      ...ours,
      state,
      withdrawn,
      reason: "fraudulent",
      toldAt: NOW,
    });
  });
});

describe("an invoice", () => {
  const invoice = {
    id: "in_1",
    billing_reason: "subscription_cycle",
    currency: "usd",
    amount_due: 500,
    amount_paid: 400,
    attempt_count: 2,
    created: 1_000,
    next_payment_attempt: 3_000,
    status_transitions: { paid_at: 2_000 },
  };
  const read = async (outcome: "paid" | "failed", more: object = {}) => {
    const client = finding("invoices/in_1", { ...invoice, ...more });
    return readInvoice(await client.invoices.retrieve("in_1"), outcome, NOW);
  };

  test.each(["subscription_update", "subscription_threshold"])(
    "that is none of the plan's first payment, but %s, is one of a renewal",
    async (billing_reason) => {
      const told = { reference: "in_1", ...ours };
      expect(await read("paid", { billing_reason })).toMatchObject(told);
    },
  );

  test("of a renewal is told with what was paid, and when", async () => {
    const renewal = { kind: "renewal", reference: "in_1", ...ours };
    expect(await read("paid")).toEqual({ ...renewal, paidAt: at(2_000) });
    const status_transitions = { paid_at: null };
    expect(await read("paid", { status_transitions })).toEqual({
      ...renewal,
      paidAt: at(1_000),
    });
  });

  test("that could not be paid is told with what is due, and the next try", async () => {
    const failed = {
      kind: "failed-renewal",
      reference: "in_1",
      attempt: 2,
      amount: 500,
      currency: "USD",
      failedAt: NOW,
    };
    const next = { ...failed, nextTryAt: at(3_000) };
    expect(await read("failed", { amount_paid: 0 })).toEqual(next);
    expect(await read("failed", { next_payment_attempt: null })).toEqual({
      ...failed,
      nextTryAt: null,
    });
  });

  test("of nothing, or of the first payment, is no news", async () => {
    const first = { billing_reason: "subscription_create" };
    expect(await read("paid", { amount_paid: 0 })).toBeNull();
    expect(await read("paid", first)).toBeNull();
    expect(await read("failed", first)).toBeNull();
  });
});

describe("a subscription", () => {
  const read = async (more: object) => {
    const client = finding("subscriptions/sub_1", {
      id: "sub_1",
      status: "active",
      cancel_at: null,
      cancel_at_period_end: false,
      currency: "usd",
      items: { data: [item()] },
      ...more,
    });
    return readSubscription(await client.subscriptions.retrieve("sub_1"), NOW);
  };
  const item = (price: object = {}, more: object = {}) => ({
    current_period_end: 4_000,
    quantity: 1,
    ...more,
    price: {
      unit_amount: 2_999,
      recurring: { interval: "day", interval_count: 28 },
      ...price,
    },
  });
  const every = (interval: string, interval_count: number) =>
    item({ recurring: { interval, interval_count } });
  const told = {
    kind: "told",
    status: "active",
    endsAt: null,
    isPaused: false,
    toldAt: NOW,
  };
  const news = { kind: "subscription", reference: "sub_1", event: told };
  const renewsAt = at(4_000);
  const terms = { amount: 2_999, everyDays: 28 };

  test.each([
    [{}, null],
    [{ cancel_at_period_end: true }, at(4_000)],
    [{ cancel_at: 3_000 }, at(3_000)],
    [{ cancel_at: 3_000, cancel_at_period_end: true }, at(3_000)],
    [{ cancel_at: 4_000 }, at(4_000)],
    // It is paid for once more before.
    [{ cancel_at: 5_000 }, null],
    [{ cancel_at: 5_000, cancel_at_period_end: true }, at(4_000)],
  ])("with %j ends %s", async (more, endsAt) => {
    const event = { ...told, endsAt };
    expect(await read(more)).toEqual({ ...news, event, renewsAt, terms });
  });

  test.each([null, { behavior: "void", resumes_at: null }])(
    "whose collection is paused by %j charges nothing meanwhile",
    async (pause_collection) => {
      const isPaused = pause_collection !== null;
      expect(await read({ pause_collection })).toMatchObject({
        event: { isPaused },
      });
    },
  );

  test.each([
    [[item({ unit_amount: 500 })], { amount: 500, everyDays: 28 }],
    [[item({}, { quantity: 3 })], { amount: 8_997, everyDays: 28 }],
    [[item(), item({ unit_amount: 1 })], { amount: 3_000, everyDays: 28 }],
    [[item({ unit_amount: null })], undefined],
    [[item({ recurring: null })], undefined],
    [[every("week", 2)], { amount: 2_999, everyDays: 14 }],
    [[every("month", 2)], { amount: 2_999, everyDays: 60 }],
    [[every("year", 1)], { amount: 2_999, everyDays: 365 }],
    [[every("fortnight", 1)], undefined],
  ] as const)("with the items %j renews on the terms %j", async (data, on) => {
    const told = await read({ items: { data } });
    expect(Object(told).terms).toEqual(on);
  });

  test("without a period says nothing of its renewal", async () => {
    expect(await read({ items: { data: [] } })).toEqual(news);
    const ending = { items: { data: [] }, cancel_at: 5_000 };
    expect(await read(ending)).toMatchObject({ event: { endsAt: at(5_000) } });
  });

  test.each([
    ["trialing", "active", false],
    ["past_due", "past_due", false],
    ["unpaid", "past_due", false],
    ["paused", "active", true],
    ["canceled", "cancelled", false],
  ])("that is %s is %s, paused: %s", async (status, state, isPaused) => {
    expect(await read({ status })).toMatchObject({
      event: { status: state, isPaused },
    });
  });

  test.each(["incomplete", "incomplete_expired"])(
    "that is %s is none yet",
    async (status) => {
      expect(await read({ status })).toBeNull();
    },
  );
});
