import { expect, test } from "vitest";
import { found, refusal, stripeOf } from "./answers.fixture.ts";
import { endPlanAt, planOf } from "./end-plan.ts";

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
