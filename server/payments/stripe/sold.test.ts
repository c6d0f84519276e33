import { expect, test } from "vitest";
import { listOf, stripeOf } from "./answers.fixture.ts";
import { findIntent } from "./sold.ts";

const INVOICES = "GET /v1/invoices";
const PAYMENTS = "GET /v1/invoice_payments";
const renewal = { id: "in_2", billing_reason: "subscription_cycle" };
const first = { id: "in_1", billing_reason: "subscription_create" };
const payment = { type: "payment_intent", payment_intent: "pi_1" };

test.each([
  ["pi_1", [], "pi_1", []],
  ["in_2", [], "pi_1", [PAYMENTS]],
  ["sub_1", [renewal, first], "pi_1", [INVOICES, PAYMENTS]],
  // A renewal is not what the plan began with.
  ["sub_1", [renewal], null, [INVOICES]],
  ["sub_1", [], null, [INVOICES]],
])(
  "%s with the invoices %j was paid by %s",
  async (name, all, intent, asked) => {
    const { client, calls } = stripeOf({
      [INVOICES]: listOf(...all),
      [PAYMENTS]: listOf({ id: "inpay_1", payment }),
    });
    expect(await findIntent(client, name)).toBe(intent);
    expect(calls).toEqual(asked);
  },
);
