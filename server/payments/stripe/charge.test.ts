import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import type { Checkout } from "../../db/checkouts.ts";
import { ProblemError } from "../../http/problem.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { found, listOf, refusal, stripeOf } from "./answers.fixture.ts";
import { chargeSaved } from "./charge.ts";
import type { SessionUi } from "./open.ts";
import { type Answered, failure } from "./stand-in-protocol.fixture.ts";

const CHARGE = "POST /v1/payment_intents";
const CONFIRM = "POST /v1/payment_intents/pi_1/confirm";
const LIST = "GET /v1/payment_intents";
const SUBSCRIBE = "POST /v1/subscriptions";
const PLANS = "GET /v1/subscriptions";
const PAGE = "https://checkout.stripe.example/cs_1";
const OPEN = "POST /v1/checkout/sessions";
const TOKEN = "cus_1 pm_1";

const ASKED_AT = new Date("2030-05-01T00:00:00Z");
const HALF_A_DAY_MS = 12 * 3_600_000;
const saved = (own: Partial<Checkout> = {}) =>
  madeUpCheckout({
    way: "saved",
    card_token: TOKEN,
    created_at: ASKED_AT,
    ...own,
  });
const one = saved();
const plan = saved({ renewal_amount: 2999, renewal_days: 28, first_days: 7 });
const metadata = { checkout_id: one.checkout_id };
const paid = { id: "pi_1", status: "succeeded", metadata };
const opened = found({ id: "cs_1", url: PAGE });

function charge(
  answers: Readonly<Record<string, Answered>>,
  {
    checkout = one,
    token = TOKEN,
    age = 0,
    ui = "hosted_page",
  }: {
    checkout?: Checkout;
    token?: string;
    age?: number;
    ui?: SessionUi;
  } = {},
) {
  const { client, ...asked } = stripeOf({ [OPEN]: opened, ...answers });
  const order = {
    checkout,
    origin: "http://calm.localhost",
    api: "",
    payPeoValue: null,
    at: new Date(ASKED_AT.getTime() + age),
  };
  const charged = chargeSaved(client, "product", order, token, ui);
  return { ...asked, charged };
}

test("a token that another provider made is no card", async () => {
  const { calls, charged } = charge({}, { token: "token" });
  expect(await charged).toEqual({ outcome: "declined" });
  expect(calls).toEqual([]);
});

test("a plan is begun with its price today and its renewals", async () => {
  const answers = { [SUBSCRIBE]: found({ id: "sub_1" }) };
  const { forms, charged } = charge(answers, { checkout: plan });
  expect(await charged).toEqual({
    outcome: "paid",
    reference: "sub_1",
    subscription: "sub_1",
  });
  expect(forms).toMatchObject([
    {
      "add_invoice_items[0][price_data][unit_amount]": "999",
      "items[0][price_data][unit_amount]": "2999",
      "items[0][price_data][recurring][interval_count]": "28",
      trial_period_days: "7",
    },
  ]);
});

describe("a charge that was begun half a day ago", () => {
  const again = (list: Answered, checkout = one) =>
    charge(
      { [LIST]: list, [PLANS]: list, [CHARGE]: found(paid) },
      { checkout, age: HALF_A_DAY_MS },
    );

  test("is looked for, and one that is younger is not", async () => {
    const late = again(listOf());
    expect(await late.charged).toEqual({ outcome: "paid", reference: "pi_1" });
    expect(late.calls).toEqual([LIST, CHARGE]);
    const answers = { [CHARGE]: found(paid) };
    const early = charge(answers, { age: HALF_A_DAY_MS - 1 });
    expect(await early.charged).toEqual({ outcome: "paid", reference: "pi_1" });
    expect(early.calls).toEqual([CHARGE]);
  });

  const intent = {
    ...paid,
    amount_received: 999,
    currency: "usd",
    customer: "cus_1",
    payment_method: null,
  };
  const begun = { id: "sub_1", metadata: { checkout_id: plan.checkout_id } };

  test.each([
    ["paid", intent, one, { outcome: "paid", reference: "pi_1" }],
    [
      "declined",
      { ...intent, status: "canceled" },
      one,
      { outcome: "declined", reference: "pi_1" },
    ],
    [
      "at work",
      { ...intent, status: "processing" },
      one,
      { outcome: "pending" },
    ],
    [
      "begun",
      { ...begun, status: "trialing" },
      plan,
      { outcome: "paid", reference: "sub_1", subscription: "sub_1" },
    ],
    [
      "over before it began",
      { ...begun, status: "incomplete_expired" },
      plan,
      { outcome: "declined" },
    ],
  ])("and is %s is not made again", async (_, known, checkout, come) => {
    const { calls, charged } = again(listOf(known), checkout);
    expect(await charged).toStrictEqual(come);
    expect(calls).toHaveLength(1);
  });
});

describe("a card that its bank asks about", () => {
  const asking = (code: string, more = {}): Answered => ({
    status: 402,
    body: failure("card_error", code, more),
  });
  const payment_intent = { id: "pi_1" };
  const needed = asking("authentication_required", { payment_intent });
  const hosted = {
    outcome: "needs_authentication",
    page: PAGE,
    reference: "cs_1",
  };

  test("is charged where the bank does not ask any more", async () => {
    const answers = { [CHARGE]: needed, [CONFIRM]: found(paid) };
    expect(await charge(answers).charged).toEqual({
      outcome: "paid",
      reference: "pi_1",
    });
  });

  test("leads to the bank's page", async () => {
    const url = "https://hooks.stripe.example/pi_1";
    const status = "requires_action";
    const next_action = { redirect_to_url: { url } };
    const confirmed = found({ id: "pi_1", status, next_action });
    const answers = { [CHARGE]: needed, [CONFIRM]: confirmed };
    expect(await charge(answers).charged).toEqual({
      outcome: "needs_authentication",
      reference: "pi_1",
      page: url,
    });
  });

  test("is waited for where its bank is at work on it, and cannot be paid once more", async () => {
    const confirmed = found({ id: "pi_1", status: "processing" });
    const answers = { [CHARGE]: needed, [CONFIRM]: confirmed };
    const { calls, charged } = charge(answers);
    expect(await charged).toEqual({ outcome: "pending", reference: "pi_1" });
    expect(calls).toEqual([CHARGE, CONFIRM]);
  });

  test.each([
    ["no page", needed, found({ id: "pi_1", status: "requires_action" })],
    ["no payment", asking("authentication_required"), found(paid)],
  ])("leads to a hosted page where it has %s", async (_, first, confirmed) => {
    const answers = { [CHARGE]: first, [CONFIRM]: confirmed };
    expect(await charge(answers).charged).toEqual(hosted);
  });

  test.each([
    needed,
    asking("subscription_payment_intent_requires_action", { payment_intent }),
  ])("leads to a hosted page for a plan, upon %j", async (first) => {
    const answers = { [SUBSCRIBE]: first, [CONFIRM]: found(paid) };
    const { calls, charged } = charge(answers, { checkout: plan });
    expect(await charged).toEqual(hosted);
    expect(calls).toEqual([SUBSCRIBE, OPEN]);
  });

  test("leads to our own page where that is used", async () => {
    const answers = { [SUBSCRIBE]: needed, [OPEN]: opened };
    const asked = charge(answers, { checkout: plan, ui: "elements" });
    expect(await asked.charged).toEqual({
      outcome: "needs_authentication",
      reference: "cs_1",
      page: `/api/pay/stripe/${plan.checkout_id}`,
    });
    expect(asked.forms[1]).toMatchObject({ ui_mode: "elements" });
  });

  test("is declined when it is asked again", async () => {
    const answers = { [CHARGE]: needed, [CONFIRM]: asking("card_declined") };
    expect(await charge(answers).charged).toEqual({ outcome: "declined" });
  });
});

describe("a charge that Stripe refuses", () => {
  test.each([
    refusal(402, "card_declined", "card_error"),
    refusal(400, "resource_missing"),
    refusal(400, "payment_method_unactivated"),
  ])("is declined upon %j", async (answer) => {
    const { charged } = charge({ [CHARGE]: answer });
    expect(await charged).toEqual({ outcome: "declined" });
  });

  test.each([
    ["payment", one],
    ["plan", plan],
  ])("as a %s of this customer has nothing to charge", async (_, checkout) => {
    const reason = "parameter_invalid";
    const answer = refusal(400, reason);
    const answers = { [CHARGE]: answer, [SUBSCRIBE]: answer };
    const { calls, charged } = charge(answers, { checkout });
    expect(await charged).toEqual({ outcome: "missing", reason });
    expect(calls).toHaveLength(1);
  });

  test("without a code is of a kind", async () => {
    const error = { type: "invalid_request_error", message: "No such word" };
    const { charged } = charge({ [CHARGE]: { status: 400, body: { error } } });
    const reason = "invalid_request_error";
    expect(await charged).toEqual({ outcome: "missing", reason });
  });

  test.each([
    ["as used for another one", refusal(400, "reused", "idempotency_error")],
    ["while another is at work", refusal(409, "idempotency_key_in_use")],
    ["for its key", refusal(401, "api_key_expired")],
  ])("%s may have been made", async (_, answer) => {
    const { charged } = charge({ [CHARGE]: answer });
    await expect(charged).rejects.toBeInstanceOf(Stripe.errors.StripeError);
  });

  test("when it is confirmed may have been made meanwhile", async () => {
    const { charged } = charge({
      [CHARGE]: {
        status: 402,
        body: failure("card_error", "authentication_required", {
          payment_intent: { id: "pi_1" },
        }),
      },
      [CONFIRM]: refusal(400, "payment_intent_unexpected_state"),
    });
    await expect(charged).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  test("for its sum is not made", async () => {
    const checkout = saved({ currency: "KWD", amount: 12_505 });
    const { calls, charged } = charge({}, { checkout });
    await expect(charged).rejects.toBeInstanceOf(ProblemError);
    expect(calls).toEqual([]);
  });
});
