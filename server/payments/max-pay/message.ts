import type { PaymentServices } from "../../checkout/provider.ts";
import type { Route } from "../../http/app-env.ts";
import { type Checkout, findCheckout } from "../../db/checkouts.ts";
import { recordRenewal } from "../../db/subscriptions.ts";
import { finishEvent, receiveEvent } from "../../db/webhook-events.ts";
import { ProblemError } from "../../http/problem.ts";
import { isToken } from "../../token.ts";
import { settle } from "../../checkout/settle.ts";
import { type Fields, isSigned } from "../sign.ts";

const TOLERANCE_MS = 300_000;
const MAX_BYTES = 20_000;

/**
 * Takes MaxPay's messages: a form with `transaction`, `kind` (payment or renewal), `status` (approved, declined,
 * cancelled), `order`, `amount`, `currency`, `time` (Unix seconds) and `signature`.
 */
export function maxPayMessage(
  services: PaymentServices,
  secret: string,
): Route {
  return async (c) => {
    const { db, now } = services;
    const fields = await readFields(c.req.raw);
    const age = now().getTime() - Number(fields?.["time"]) * 1_000;
    if (
      fields === null ||
      !isSigned(fields, secret) ||
      !(Math.abs(age) <= TOLERANCE_MS)
    )
      throw new ProblemError("not-signed", "The signature does not fit.");
    const { transaction = "", kind = "payment", status = "" } = fields;
    const event_id = `max-pay ${transaction} ${status}`;
    const received = { event_id, type: kind, provider: "max-pay", now: now() };
    if (await receiveEvent(db, received)) {
      await follow(services, fields);
      await finishEvent(db, event_id, now());
    }
    return c.json({ received: true });
  };
}

async function follow(
  services: PaymentServices,
  fields: Fields,
): Promise<void> {
  const { order = "", kind, status } = fields;
  const checkout = isToken(order)
    ? await findCheckout(services.db, order)
    : null;
  if (checkout?.provider !== "max-pay") return;
  if (kind === "renewal") return renew(services, checkout, fields);
  if (status === "approved") {
    requireSum(fields, checkout.amount, checkout.currency);
    const { transaction = "" } = fields;
    await settle(services, checkout, { status: "paid", transaction });
  }
  if (status === "declined" || status === "cancelled")
    await settle(services, checkout, { status });
}

async function renew(
  { db, now }: PaymentServices,
  checkout: Checkout,
  fields: Fields,
): Promise<void> {
  const { renewal_amount, currency, checkout_id } = checkout;
  if (fields["status"] !== "approved" || renewal_amount === null) return;
  requireSum(fields, renewal_amount, currency);
  const renewal = {
    reference: `max-pay ${fields["transaction"] ?? ""}`,
    checkout_id,
    amount: renewal_amount,
    currency,
    paid_at: now(),
  };
  await recordRenewal(db, renewal);
}

/** Money that is not what the price list said is for people to look at, and pays for nothing by itself. */
function requireSum(fields: Fields, amount: number, currency: string): void {
  if (fields["amount"] === String(amount) && fields["currency"] === currency)
    return;
  throw new Error("MaxPay has taken another sum than was asked for");
}

/** The texts of a form; null for what is no form, or too large. */
export async function readFields(request: Request): Promise<Fields | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null;
  const text = await request.text();
  if (text.length > MAX_BYTES) return null;
  return Object.fromEntries(new URLSearchParams(text));
}
