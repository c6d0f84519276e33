import { randomUUID } from "node:crypto";
import { sessionOf } from "../../server/payments/stripe/shop.fixture.ts";
import {
  type FakeStripe,
  signed,
} from "../../server/payments/stripe/stand-in.fixture.ts";
import {
  initiate,
  openHosted,
  type Visitor,
} from "../../server/testing/calls.ts";
import { type Shop, stateOf, type Till } from "./till.ts";

/** Stripe, on its page or by one tap on the card that an earlier payment has saved. */
export function stripeTill(
  shop: Shop,
  stripe: () => FakeStripe,
  way: "page" | "saved",
): Till {
  const about = (kind: "refund" | "dispute", intent: string) =>
    [...stripe().bank.things.values()].filter(
      (one) => one["object"] === kind && one["payment_intent"] === intent,
    );
  const send = (body: string) =>
    shop.send("/api/pay/stripe/webhook", {
      method: "POST",
      headers: signed(body, { at: shop.clock.ms }),
      body,
    });
  const takeMessages = () =>
    stripe()
      .bank.events.splice(0)
      .map((body) => () => send(body));
  const pageOf = (checkoutId: string) =>
    [...stripe().bank.things.values()].find(
      (one) =>
        one["object"] === "checkout.session" &&
        one["client_reference_id"] === checkoutId,
    );

  async function tapPage(visitor: Visitor) {
    await initiate(visitor, "journal");
    return visitor.call("/api/pay/make-stripe-checkout", {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: { product: "journal", return_path: "/quiz/oto" },
    });
  }

  async function tapSaved(visitor: Visitor) {
    const { reference } = await initiate(visitor, "journal");
    return visitor.call(`/api/visitor/make-charge/${String(reference)}`, {
      headers: {
        "x-visitor-id": visitor.visitorId,
        "x-event-id": randomUUID(),
        "x-referrer": "http://calm.localhost/quiz/upsell",
      },
    });
  }

  return {
    ...(way === "saved" && {
      prepare: async (visitor) => {
        const { url } = await openHosted(visitor, "gift");
        stripe().bank.pay(sessionOf(url));
        for (const one of takeMessages()) await one();
      },
    }),
    tap: way === "page" ? tapPage : tapSaved,
    ...(way === "page" && {
      pay: (checkoutId) => {
        const page = pageOf(checkoutId);
        if (page?.["status"] === "open") stripe().bank.pay(page.id);
      },
    }),
    payAgain: (checkoutId) => stripe().bank.chargeAgain(checkoutId),
    refund: (intent, amount) => void stripe().bank.refund(intent, amount),
    dispute: (intent) => void stripe().bank.dispute(intent),
    decide: (intent, outcome) => {
      const open = about("dispute", intent).find(
        ({ status }) => status === "needs_response",
      );
      if (open !== undefined) stripe().bank.decide(open.id, outcome);
    },
    loseAnswers: (loses) => {
      stripe().losesAnswers = loses;
    },
    takeMessages,
    listed: (checkoutId) =>
      [...stripe().bank.things.values()]
        .filter(
          (one) =>
            one["object"] === "payment_intent" &&
            one["status"] === "succeeded" &&
            Object(one["metadata"])["checkout_id"] === checkoutId,
        )
        .map(({ id, amount: taken }) => {
          const amount = Number(taken);
          const refunded = about("refund", id).reduce(
            (sum, one) => sum + Number(one["amount"]),
            0,
          );
          const disputes = about("dispute", id).map(({ status }) =>
            status === "won" || status === "lost" ? status : "open",
          );
          return {
            transaction: id,
            amount,
            state: stateOf({ amount, refunded, disputes }),
            returned: stripe().bank.returned(id),
          };
        }),
  };
}
