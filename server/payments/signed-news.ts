import type { AfterSale } from "../checkout/news.ts";
import type { Checkout } from "../db/checkouts.ts";
import { DAY_MS } from "../durations.ts";
import type { DisputeState, RefundStatus } from "../ledger/payment.ts";
import type { SubscriptionEvent } from "../ledger/subscription.ts";
import type { Fields } from "./sign.ts";

const REFUNDS: Readonly<Record<string, RefundStatus>> = {
  approved: "succeeded",
  declined: "failed",
  pending: "requested",
};
const CHARGEBACKS: Readonly<Record<string, DisputeState>> = {
  opened: "open",
  won: "won",
  lost: "lost",
};

/**
 * What the fields of a message say of a sale that was made: its `payment`, a `refund`, a `chargeback` or a `renewal`. `at` (Unix
 * seconds) is when it happened, left out: when it was sent. Nothing for what is unknown. Throws for a renewal of another
 * sum than was agreed, or of what is paid once, for a sum that is none, and for money without a name.
 */
export function readNews(
  checkout: Checkout,
  fields: Fields,
  sent: Date,
): readonly AfterSale[] {
  const at = timeOf(fields["at"]) ?? sent;
  switch (fields["kind"]) {
    case "payment":
      return readPayment(fields);
    case "refund":
      return readRefund(checkout, fields, at);
    case "chargeback":
      return readChargeback(checkout, fields, at);
    case "renewal":
      return readRenewal(checkout, fields, at);
    default:
      return [];
  }
}

function readPayment(fields: Fields): readonly AfterSale[] {
  const { status, transaction } = fields;
  if (status !== "approved" || !transaction) return [];
  return [{ kind: "transaction", transaction, ...sumOf(fields) }];
}

function readRefund(
  checkout: Checkout,
  fields: Fields,
  madeAt: Date,
): readonly AfterSale[] {
  const { status = "", refund = null } = fields;
  const known = REFUNDS[status];
  if (known === undefined) return [];
  return [
    {
      kind: "refund",
      refund,
      reference: nameOf(fields),
      transaction: transactionOf(checkout, fields),
      ...sumOf(fields),
      status: known,
      reason: fields["reason"] ?? null,
      madeAt,
    },
  ];
}

function readChargeback(
  checkout: Checkout,
  fields: Fields,
  toldAt: Date,
): readonly AfterSale[] {
  const { status = "" } = fields;
  const state = CHARGEBACKS[status];
  if (state === undefined) return [];
  const sum = sumOf(fields);
  return [
    {
      kind: "dispute",
      reference: nameOf(fields),
      transaction: transactionOf(checkout, fields),
      ...sum,
      state,
      withdrawn: state === "lost" ? sum.amount : 0,
      reason: fields["reason"] ?? null,
      toldAt,
    },
  ];
}

function readRenewal(
  checkout: Checkout,
  fields: Fields,
  at: Date,
): readonly AfterSale[] {
  const { renewal_amount: amount, renewal_days: days, currency } = checkout;
  const { status } = fields;
  if (amount === null || days === null) {
    if (status !== "approved") return [];
    throw new Error("a provider has renewed what is paid once");
  }
  const reference = () => renewalOf(checkout, nameOf(fields));
  switch (status) {
    case "approved":
      requireSum(fields, amount, currency);
      return [
        // First: the receipt of the money names when the plan renews next.
        {
          kind: "subscription",
          event: { kind: "renewed", toldAt: at },
          renewsAt: new Date(at.getTime() + days * DAY_MS),
        },
        {
          kind: "renewal",
          reference: reference(),
          amount,
          currency,
          paidAt: at,
        },
      ];
    case "declined":
      return [
        {
          kind: "failed-renewal",
          reference: reference(),
          attempt: Number(fields["attempt"]) || 1,
          amount,
          currency,
          nextTryAt: timeOf(fields["next_try"]),
          failedAt: at,
        },
        subscription({ kind: "renewal-failed", toldAt: at }),
      ];
    case "cancelled": {
      const endsAt = timeOf(fields["ends"]);
      const status = endsAt === null ? "cancelled" : "active";
      return [subscription({ kind: "told", status, endsAt, toldAt: at })];
    }
    default:
      return [];
  }
}

function subscription(event: SubscriptionEvent): AfterSale {
  return { kind: "subscription", event };
}

/** Money that is not what the price list said is for people to look at, and pays for nothing by itself. */
export function requireSum(
  fields: Fields,
  amount: number,
  currency: string,
): void {
  if (fields["amount"] === String(amount) && fields["currency"] === currency)
    return;
  throw new Error("a provider has taken another sum than was asked for");
}

/** What has no name could not be told from what was told before: it is for people to look at, as well. */
function nameOf({ transaction = "" }: Fields): string {
  if (transaction === "") throw new Error("a message names no transaction");
  return transaction;
}

/** What is given back or disputed: `of`, a payment's transaction unless `of_kind` is `renewal`. */
function transactionOf(checkout: Checkout, fields: Fields): string | null {
  const { of = "", of_kind } = fields;
  if (of === "") return null;
  return of_kind === "renewal" ? renewalOf(checkout, of) : of;
}

/** Names of renewals are one for all providers. */
function renewalOf({ provider }: Checkout, transaction: string): string {
  return `${provider} ${transaction}`;
}

function sumOf(fields: Fields): { amount: number; currency: string } {
  const { amount = "", currency = "" } = fields;
  if (!/^\d{1,9}$/.test(amount)) throw new Error("a message names no sum");
  return { amount: Number(amount), currency };
}

function timeOf(seconds: string | undefined): Date | null {
  return /^\d{1,11}$/.test(seconds ?? "")
    ? new Date(Number(seconds) * 1_000)
    : null;
}
