import type { PaymentServices } from "../../checkout/provider.ts";
import type { Route } from "../../http/app-env.ts";
import { findCheckout } from "../../db/checkouts.ts";
import { ProblemError } from "../../http/problem.ts";
import { settleAfterSale } from "../../checkout/after-sale.ts";
import { settle } from "../../checkout/settle.ts";
import { readToken } from "../../token.ts";
import type { Secrets } from "../../variables.ts";
import { type Fields, isSigned } from "../sign.ts";
import { readNews, requireSum } from "../signed-news.ts";
import { DONE, type Followed, takeMessage } from "../take-message.ts";

const TOLERANCE_MS = 300_000;
const MAX_BYTES = 20_000;

/**
 * Takes MaxPay's messages: a form with `transaction`, `kind` (payment, renewal, refund, chargeback), `status`, `order`,
 * `amount`, `currency`, `time` (Unix seconds) and `signature`; what happens after a sale has more fields.
 */
export function maxPayMessage(
  services: PaymentServices,
  secrets: Secrets,
): Route {
  return async (c) => {
    const fields = await readFields(c.req.raw);
    if (
      fields === null ||
      !isSigned(fields, secrets) ||
      !isTimely(fields, services.now())
    )
      throw new ProblemError("not-signed", "The signature does not fit.");
    const { kind = "payment", order } = fields;
    const event = {
      event_id: nameOf(fields),
      type: kind,
      provider: "max-pay",
      checkout_id: readToken(order),
    };
    await takeMessage(services, event, () => follow(services, fields));
    return c.json({ received: true });
  };
}

/**
 * A chargeback may be opened again, a refund may have the name of its payment, and the tries of a renewal have one name
 * among them.
 */
function nameOf(fields: Fields): string {
  const { transaction, order = "", kind = "payment", status = "" } = fields;
  const { at = "", attempt = "", ends = "" } = fields;
  const name = transaction || order;
  switch (kind) {
    case "payment":
      return `max-pay ${name} ${status}`;
    case "renewal":
      return `max-pay ${kind} ${name} ${status} ${at} ${attempt} ${ends}`;
    default:
      return `max-pay ${kind} ${name} ${status} ${at}`;
  }
}

async function follow(
  services: PaymentServices,
  fields: Fields,
): Promise<Followed> {
  const { order, kind = "payment", status, transaction = "" } = fields;
  const name = readToken(order);
  const checkout = name && (await findCheckout(services.db, name));
  if (!checkout || checkout.provider !== "max-pay")
    return isMoney(fields) ? { kind: "no-order", transaction } : DONE;
  if (kind !== "payment") {
    for (const news of readNews(checkout, fields, sentAt(fields["time"])))
      await settleAfterSale(services, checkout, news);
    return DONE;
  }
  if (status === "approved") {
    requireSum(fields, checkout.amount, checkout.currency);
    // Without a name it has one that is told later.
    const named = transaction === "" ? {} : { transaction };
    await settle(services, checkout, { status: "paid", ...named });
  }
  if (status === "declined" || status === "cancelled")
    await settle(services, checkout, { status });
  return DONE;
}

/** Whether a message is neither so old that somebody may have kept it, nor from a time to come. */
export function isTimely({ time }: Fields, now: Date): boolean {
  return Math.abs(now.getTime() - sentAt(time).getTime()) <= TOLERANCE_MS;
}

/** By its time in Unix seconds. */
function sentAt(time: string | undefined): Date {
  return new Date(Number(time) * 1_000);
}

/** Whether a message says that money has gone from one hand to another. */
function isMoney({ kind, status }: Fields): boolean {
  return status === "approved" || kind === "chargeback";
}

/** The texts of a form; null for what is no form, or too large. */
export async function readFields(request: Request): Promise<Fields | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null;
  const text = await request.text();
  if (text.length > MAX_BYTES) return null;
  return Object.fromEntries(new URLSearchParams(text));
}
