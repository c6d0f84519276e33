import { describe, expect, test } from "vitest";
import { found, refusal, stripeOf } from "./answers.fixture.ts";
import { cancelPlanAt, endPlanAt, planOf } from "./end-plan.ts";

const LOOK = "GET /v1/subscriptions/sub_1";
const CANCEL = "DELETE /v1/subscriptions/sub_1";
const plan = (status: string) => found({ id: "sub_1", status });

test.each([
  ["goes on", plan("active"), [LOOK, CANCEL]],
  ["is over", plan("canceled"), [LOOK]],
  ["is not there", refusal(404, "resource_missing"), [LOOK]],
])("a plan that %s is over then", async (_, answer, asked) => {
  const { client, calls } = stripeOf({
    [LOOK]: answer,
    [CANCEL]: plan("canceled"),
  });
  expect(await endPlanAt(client, "sub_1")).toBe(true);
  expect(calls).toEqual(asked);
});

test("a plan without a name cannot be ended", async () => {
  const { client, calls } = stripeOf({});
  expect(await endPlanAt(client, null)).toBe(false);
  expect(calls).toEqual([]);
});

test.each([
  ["sub_1", "sub_1"],
  ["cs_1", "sub_2"],
  ["cs_2", null],
  ["cs_3", null],
  ["pi_1", null],
  [null, null],
])("what %s has begun is %s", async (provider_reference, plan) => {
  const { client } = stripeOf({
    "GET /v1/checkout/sessions/cs_1": found({ subscription: "sub_2" }),
    "GET /v1/checkout/sessions/cs_2": found({ subscription: null }),
  });
  expect(await planOf(client, { provider_reference })).toBe(plan);
});

const UPDATE = "POST /v1/subscriptions/sub_1";
const AT = new Date("2030-05-01T12:00:00Z");
const PERIOD_END = 1_904_472_000;
const running = (status: string, more = {}) =>
  found({
    id: "sub_1",
    status,
    currency: "usd",
    items: {
      data: [
        {
          current_period_end: PERIOD_END,
          quantity: 1,
          price: {
            unit_amount: 2_999,
            recurring: { interval: "week", interval_count: 4 },
          },
        },
      ],
    },
    ...more,
  });
const told = (status: string, endsAt: number | null) => ({
  kind: "subscription",
  event: {
    kind: "told",
    status,
    endsAt: endsAt === null ? null : new Date(endsAt * 1_000),
    toldAt: AT,
  },
});
const atEnd = { cancel_at_period_end: true };

describe("a plan whose buyer wants no more of it", () => {
  test.each([
    ["active", [LOOK, UPDATE], "active", PERIOD_END],
    ["trialing", [LOOK, UPDATE], "active", PERIOD_END],
    ["past_due", [LOOK, CANCEL], "cancelled", null],
    ["unpaid", [LOOK, CANCEL], "cancelled", null],
    ["paused", [LOOK, CANCEL], "cancelled", null],
    ["incomplete", [LOOK, CANCEL], "cancelled", null],
    ["incomplete_expired", [LOOK], "cancelled", null],
    ["canceled", [LOOK], "cancelled", null],
  ])("and that is %s", async (status, asked, after, endsAt) => {
    const { client, calls } = stripeOf({
      [LOOK]: running(status),
      [UPDATE]: running(status, atEnd),
      [CANCEL]: running("canceled"),
    });
    const plan = { reference: "sub_1", at: AT };
    expect(await cancelPlanAt(client, plan)).toMatchObject(told(after, endsAt));
    expect(calls).toEqual(asked);
  });

  test("ends when its period does", async () => {
    const { client, forms } = stripeOf({
      [LOOK]: running("active"),
      [UPDATE]: running("active", atEnd),
    });
    const plan = { reference: "sub_1", at: AT };
    await cancelPlanAt(client, plan);
    expect(forms).toEqual([{ cancel_at_period_end: "true" }]);
  });

  test("ends so where a change of it was planned, which is given up", async () => {
    const release = "POST /v1/subscription_schedules/sub_sched_1/release";
    const { client, calls } = stripeOf({
      [LOOK]: running("active", { schedule: "sub_sched_1" }),
      [release]: found({ id: "sub_sched_1" }),
      [UPDATE]: running("active", atEnd),
    });
    const plan = { reference: "sub_1", at: AT };
    expect(await cancelPlanAt(client, plan)).toMatchObject(
      told("active", PERIOD_END),
    );
    expect(calls).toEqual([LOOK, release, UPDATE]);
  });

  test("ends at once while its renewal is about to be charged, and that is not", async () => {
    const invoice = {
      id: "in_1",
      object: "invoice",
      status: "draft",
      billing_reason: "subscription_cycle",
      auto_advance: true,
    };
    const hold = "POST /v1/invoices/in_1";
    const ask = async (latest_invoice: object) => {
      const { client, calls, forms } = stripeOf({
        [LOOK]: running("active", { latest_invoice }),
        [hold]: found(invoice),
        [CANCEL]: running("canceled"),
        [UPDATE]: running("active", atEnd),
      });
      const news = await cancelPlanAt(client, { reference: "sub_1", at: AT });
      return { news, calls, forms };
    };
    const asked = await ask(invoice);
    expect(asked.news).toMatchObject(told("cancelled", null));
    expect(asked.calls).toEqual([LOOK, hold, CANCEL]);
    expect(asked.forms).toEqual([{ auto_advance: "false" }]);
    for (const other of [
      { status: "paid" },
      { auto_advance: false },
      // What is owed by hand is owed for something else than the new period.
      { billing_reason: "manual" },
    ])
      expect((await ask({ ...invoice, ...other })).calls).toEqual([
        LOOK,
        UPDATE,
      ]);
  });

  test("is over where Stripe knows none", async () => {
    const { client } = stripeOf({ [LOOK]: refusal(404, "resource_missing") });
    const plan = { reference: "sub_1", at: AT };
    expect(await cancelPlanAt(client, plan)).toEqual(told("cancelled", null));
  });

  test.each([atEnd, { cancel_at: PERIOD_END - 1 }])(
    "ends as it did before where it was to end: %j",
    async (more) => {
      const { client, calls } = stripeOf({ [LOOK]: running("active", more) });
      const plan = { reference: "sub_1", at: AT };
      const endsAt = "cancel_at" in more ? more.cancel_at : PERIOD_END;
      expect(await cancelPlanAt(client, plan)).toMatchObject(
        told("active", endsAt),
      );
      expect(calls).toEqual([LOOK]);
    },
  );

  test("cannot be ended without its name", async () => {
    const { client, calls } = stripeOf({});
    const plan = { reference: null, at: AT };
    expect(await cancelPlanAt(client, plan)).toBe(null);
    expect(calls).toEqual([]);
  });
});
