import { expect, test } from "vitest";
import type { Checkout } from "../../db/checkouts.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { maxPay } from "./provider.ts";

const fieldsOf = (own: Partial<Checkout>) =>
  maxPay.played.form?.({
    checkout: madeUpCheckout({ checkout_id: "c-1", ...own }),
    origin: "http://calm.localhost",
    api: "",
    payPeoValue: null,
    at: new Date(0),
  }).fields ?? {};
const plan = { renewal_amount: 2999, renewal_days: 28 };

test("what is paid once says nothing of renewals", () => {
  expect(fieldsOf({})).toEqual({
    merchant: expect.any(String),
    order: "c-1",
    product: "journal",
    description: "The journal",
    amount: "999",
    currency: "USD",
    return_url: "http://calm.localhost/quiz/oto?checkout=c-1",
    signature: expect.any(String),
  });
});

test.each([
  [null, "28"],
  [7, "7"],
])("a plan says what renews, after %s days", (first_days, first) => {
  expect(fieldsOf({ ...plan, first_days })).toMatchObject({
    first_days: first,
    renewal_amount: "2999",
    renewal_days: "28",
  });
});

test.each([{ renewal_amount: null }, { renewal_days: null }])(
  "without %j nothing renews",
  (missing) => {
    const fields = fieldsOf({ ...plan, first_days: 7, ...missing });
    for (const name of ["first_days", "renewal_amount", "renewal_days"])
      expect(fields).not.toHaveProperty(name);
  },
);
