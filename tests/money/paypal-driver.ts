import { randomUUID } from "node:crypto";
import { fromValue, toValue } from "../../server/payments/paypal/money.ts";
import { askForPage } from "../../server/payments/paypal/shop.fixture.ts";
import {
  type FakePayPal,
  WEBHOOK_ID,
} from "../../server/payments/paypal/stand-in.fixture.ts";
import { transmission } from "../../server/payments/paypal/stand-in-messages.fixture.ts";
import { type PaymentDriver, type Shop, stateOf } from "./driver.ts";

/** PayPal's page; what a visitor has approved is captured by our server. */
export function payPalDriver(
  shop: Shop,
  payPal: () => FakePayPal,
): PaymentDriver {
  const disputes = new Map<
    string,
    { id: string; state: "open" | "won" | "lost" }[]
  >();
  const disputesOf = (capture: string) => disputes.get(capture) ?? [];
  const ordersOf = (checkoutId: string) =>
    [...payPal().bank.orders.values()].filter(
      ({ custom_id }) => custom_id === checkoutId,
    );
  const send = (body: string) =>
    shop.send("/api/pay/paypal/webhook", {
      method: "POST",
      headers: transmission(body, WEBHOOK_ID),
      body,
    });
  return {
    tap: (visitor, product) => {
      return askForPage(visitor, randomUUID(), product);
    },
    pay: (checkoutId) => {
      for (const { id, status } of ordersOf(checkoutId))
        if (status === "PAYER_ACTION_REQUIRED") payPal().bank.approve(id);
    },
    payAgain: (checkoutId) => {
      const { bank } = payPal();
      const [first] = ordersOf(checkoutId);
      const { body } = bank.call("POST", "/v2/checkout/orders", first?.asked);
      const id = String(Object(body).id);
      bank.approve(id);
      bank.call("POST", `/v2/checkout/orders/${id}/capture`, {});
    },
    refund: (capture, amount) =>
      void payPal().bank.refund(capture, toValue(amount, "USD")),
    dispute: (capture) => {
      const id = payPal().bank.dispute(capture);
      disputes.set(capture, [...disputesOf(capture), { id, state: "open" }]);
    },
    decide: (capture, outcome) => {
      const open = disputesOf(capture).find(({ state }) => state === "open");
      if (open === undefined) return;
      open.state = outcome;
      const favour = outcome === "won" ? "SELLER" : "BUYER";
      payPal().bank.resolve(open.id, `RESOLVED_${favour}_FAVOUR`);
    },
    loseAnswers: (loses) => {
      payPal().losesAnswers = loses;
    },
    takeMessages: () =>
      payPal()
        .bank.events.splice(0)
        .map((body) => () => send(body)),
    listed: (checkoutId) =>
      ordersOf(checkoutId)
        .flatMap(({ captures }) => captures)
        .map(({ id, amount: { value } }) => {
          const amount = fromValue(value, "USD") ?? 0;
          const refunded = payPal()
            .bank.refunds.filter(({ capture }) => capture === id)
            .reduce(
              (sum, one) => sum + (fromValue(one.amount.value, "USD") ?? 0),
              0,
            );
          const states = disputesOf(id).map(({ state }) => state);
          return {
            transaction: id,
            amount,
            state: stateOf({ amount, refunded, disputes: states }),
            // What a dispute takes is told as a refund or a reversal.
            returned: refunded,
          };
        }),
  };
}
