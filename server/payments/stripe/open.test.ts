import { describe, expect, test } from "vitest";
import type { Checkout } from "../../db/checkouts.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { found, stripeOf } from "./answers.fixture.ts";
import { openSession, renewalOf } from "./open.ts";

const CREATE = "POST /v1/checkout/sessions";
const PAGE = "https://checkout.stripe.example/cs_1";
const EMAIL = "ann@mail.example";
const plan = { renewal_amount: 2999, renewal_days: 28 };

const opening = (
  own: Partial<Checkout>,
  customer: string | null,
  answer: object = { id: "cs_1", url: PAGE },
) => {
  const { client, forms } = stripeOf({ [CREATE]: found(answer) });
  const checkout = madeUpCheckout(own);
  const addresses = { origin: "http://calm.localhost", api: "" };
  const order = {
    checkout,
    ...addresses,
    payPeoValue: null,
    at: new Date(),
  };
  const ui = "hosted_page";
  const opened = openSession(client, "product", order, { customer, ui });
  return { forms, opened };
};
const formOf = async (...given: Parameters<typeof opening>) => {
  const { forms, opened } = opening(...given);
  expect(await opened).toEqual({ page: PAGE, reference: "cs_1" });
  return forms[0] ?? {};
};

describe("a hosted page", () => {
  test("for somebody who has paid before is that customer's", async () => {
    const form = await formOf({ email: EMAIL }, "cus_1");
    expect(form).toMatchObject({ customer: "cus_1", mode: "payment" });
    expect(form).not.toHaveProperty("customer_email");
    expect(form).not.toHaveProperty("customer_creation");
  });

  test("that is paid once makes a customer, by their email where it is known", async () => {
    const named = await formOf({ email: EMAIL }, null);
    expect(named).toMatchObject({
      customer_creation: "always",
      customer_email: EMAIL,
    });
    expect(named).not.toHaveProperty("customer");
    const nameless = await formOf({}, null);
    expect(nameless).toMatchObject({ customer_creation: "always" });
    expect(nameless).not.toHaveProperty("customer_email");
  });

  test("that renews makes a customer by itself, and has two prices", async () => {
    const form = await formOf({ ...plan, first_days: 7 }, null);
    expect(form).toMatchObject({
      mode: "subscription",
      "line_items[0][price_data][unit_amount]": "999",
      "line_items[1][price_data][unit_amount]": "2999",
      "line_items[1][price_data][recurring][interval_count]": "28",
      "subscription_data[trial_period_days]": "7",
    });
    expect(form).not.toHaveProperty("customer_creation");
  });

  test.each([{ id: "cs_1", url: null }, { url: PAGE }, {}])(
    "without an address or a name is no answer of Stripe's: %j",
    async (answer) => {
      const { opened } = opening({}, null, answer);
      await expect(opened).rejects.toMatchObject({
        problem: { type: "urn:problem:payment-unavailable" },
        cause: { message: "a new Checkout Session has no address" },
      });
    },
  );
});

describe("what renews", () => {
  const read = (own: Partial<Checkout>) => renewalOf(madeUpCheckout(own));
  const renewal = { amount: 2999, days: 28 };

  test("begins after the days that are paid for, or after as many as it has", () => {
    expect(read({ ...plan, first_days: 7 })).toEqual({
      ...renewal,
      firstDays: 7,
    });
    expect(read(plan)).toEqual({ ...renewal, firstDays: 28 });
  });

  test.each([
    { renewal_amount: null },
    { renewal_days: null },
    { renewal_amount: null, renewal_days: null },
  ])("with %j is nothing", (missing) => {
    expect(read({ ...plan, ...missing })).toBeNull();
  });
});
