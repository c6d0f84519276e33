import { randomUUID } from "node:crypto";
import { sessionOf } from "../../server/payments/stripe/shop.fixture.ts";
import {
  type FakeStripe,
  signed,
} from "../../server/payments/stripe/stand-in.fixture.ts";
import { openHosted } from "../../server/testing/calls.ts";
import {
  type Listed,
  type PaymentDriver,
  type Shop,
  stateOf,
} from "./driver.ts";

type Bank = FakeStripe["bank"];

/** Stripe, on its page or by one tap on the card that an earlier payment has saved. */
export function stripeDriver(
  shop: Shop,
  stripe: () => FakeStripe,
  way: "page" | "saved",
): PaymentDriver {
  const bank = () => stripe().bank;
  const send = (body: string) =>
    shop.send("/api/pay/stripe/webhook", {
      method: "POST",
      headers: signed(body, { at: shop.clock.ms }),
      body,
    });
  const takeMessages = () =>
    bank()
      .events.splice(0)
      .map((body) => () => send(body));
  return {
    ...(way === "page" ? onPage(bank) : bySavedCard(bank, takeMessages)),
    payAgain: (checkoutId) => bank().chargeAgain(checkoutId),
    refund: (intent, amount) => void bank().refund(intent, amount),
    dispute: (intent) => void bank().dispute(intent),
    decide: (intent, outcome) => {
      const open = about(bank(), "dispute", intent).find(
        ({ status }) => status === "needs_response",
      );
      if (open !== undefined) bank().decide(open.id, outcome);
    },
    loseAnswers: (loses) => {
      stripe().losesAnswers = loses;
    },
    takeMessages,
    listed: (checkoutId) => listedAt(bank(), checkoutId),
  };
}

function onPage(
  bank: () => Bank,
): Pick<PaymentDriver, "tap" | "pay" | "payable" | "otherPage"> {
  const open = (checkoutId: string) =>
    [...bank().things.values()].filter(
      (one) =>
        one["object"] === "checkout.session" &&
        one["client_reference_id"] === checkoutId &&
        one["status"] === "open",
    );
  return {
    tap: (visitor, product) => {
      return visitor.call("/api/pay/make-stripe-checkout", {
        method: "POST",
        headers: { "idempotency-key": randomUUID() },
        body: { product, return_path: "/quiz/oto" },
      });
    },
    pay: (checkoutId) => {
      const [page] = open(checkoutId);
      if (page !== undefined) bank().pay(page.id);
    },
    payable: (checkoutId) => open(checkoutId).length,
    otherPage: (checkoutId) => `/api/pay/stripe/${checkoutId}/hosted`,
  };
}

function bySavedCard(
  bank: () => Bank,
  takeMessages: PaymentDriver["takeMessages"],
): Pick<PaymentDriver, "prepare" | "tap"> {
  return {
    prepare: async (visitor) => {
      const { url } = await openHosted(visitor, "gift");
      bank().pay(sessionOf(url));
      for (const send of takeMessages()) await send();
    },
    tap: (visitor, _, reference) => {
      return visitor.call(`/api/visitor/make-charge/${reference}`, {
        headers: {
          "x-visitor-id": visitor.visitorId,
          "x-event-id": randomUUID(),
          "x-referrer": "http://calm.localhost/quiz/upsell",
        },
      });
    },
  };
}

/** Refunds or disputes of a payment. */
function about(bank: Bank, kind: "refund" | "dispute", intent: string) {
  return [...bank.things.values()].filter(
    (one) => one["object"] === kind && one["payment_intent"] === intent,
  );
}

function listedAt(bank: Bank, checkoutId: string): readonly Listed[] {
  return [...bank.things.values()]
    .filter(
      (one) =>
        one["object"] === "payment_intent" &&
        one["status"] === "succeeded" &&
        Object(one["metadata"])["checkout_id"] === checkoutId,
    )
    .map(({ id }) => intentListed(bank, id));
}

/** What Stripe lists of a PaymentIntent that was paid. */
export function intentListed(bank: Bank, id: string): Listed {
  const amount = Number(bank.get(id)["amount"]);
  const refunded = about(bank, "refund", id)
    .filter(({ status }) => status === "succeeded")
    .reduce((sum, one) => sum + Number(one["amount"]), 0);
  const disputes = about(bank, "dispute", id).map(({ status }) =>
    status === "won" || status === "lost" ? status : "open",
  );
  return {
    transaction: id,
    amount,
    state: stateOf({ amount, refunded, disputes }),
    returned: bank.returned(id),
  };
}
