import { randomUUID } from "node:crypto";
import { FORM } from "../../server/payments/max-pay/forms.fixture.ts";
import { charge } from "../../server/payments/pay-pro/charges.fixture.ts";
import { signFields } from "../../server/payments/sign.ts";
import type { SignedBank } from "./signed-bank.ts";
import type { PaymentDriver, Shop } from "./driver.ts";

const PRICE = 999;

function driverOf(
  bank: SignedBank,
): Omit<PaymentDriver, "tap" | "takeMessages"> {
  return {
    payAgain: (checkoutId) => void bank.take(checkoutId, PRICE),
    refund: (transaction, amount) => void bank.refund(transaction, amount),
    dispute: (transaction) => bank.dispute(transaction),
    decide: (transaction, outcome) => bank.decide(transaction, outcome),
    loseAnswers: (loses) => {
      bank.losesAnswers = loses;
    },
    listed: (checkoutId) => bank.listed(checkoutId),
  };
}

/** A form that the page sends; MaxPay tells what came of it by messages. */
export function maxPayDriver(
  shop: Shop,
  bank: SignedBank,
  secret: string,
): PaymentDriver {
  const send = (fields: Readonly<Record<string, string>>) => {
    const time = String(Math.floor(shop.clock.ms / 1_000));
    const all = { ...fields, time };
    const signature = signFields(all, secret);
    return shop.send("/api/pay/max-pay/callback", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...all, signature }).toString(),
    });
  };
  return {
    ...driverOf(bank),
    tap: (visitor, product) => {
      return visitor.call(`${FORM}?product_id=${product}`, {
        headers: {
          "x-referrer": "http://calm.localhost/quiz/oto",
          "idempotency-key": randomUUID(),
        },
      });
    },
    pay: (checkoutId) => void bank.take(checkoutId, PRICE),
    takeMessages: () =>
      bank.messages.splice(0).map((fields) => () => send(fields)),
  };
}

/** A charge of what PayPro has saved; it sends no messages. */
export function payProDriver(bank: SignedBank): PaymentDriver {
  return {
    ...driverOf(bank),
    tap: (visitor, product) => {
      return charge(visitor, product);
    },
    takeMessages: () => [],
  };
}
