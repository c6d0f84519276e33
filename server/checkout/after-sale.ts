import {
  recordDispute,
  recordRefund,
  requireCurrency,
} from "../db/after-sale.ts";
import type { Checkout } from "../db/checkouts.ts";
import { recordTransaction } from "../db/payments.ts";
import {
  recordFailedRenewal,
  recordRenewal,
  recordSubscription,
} from "../db/subscriptions.ts";
import type { AfterSale } from "./news.ts";
import type { PaymentServices } from "./provider.ts";

/**
 * Writes down what happened after a sale, and all that follows from it, in one transaction. The same news may come
 * again, late, before the payment itself is known, and to several processes at once: they lead to the same ledger.
 */
export async function settleAfterSale(
  { db, now, random }: Pick<PaymentServices, "db" | "now" | "random">,
  checkout: Checkout,
  news: AfterSale,
): Promise<void> {
  const context = { now: now(), random };
  switch (news.kind) {
    case "refund": {
      const { kind: _, ...refund } = news;
      return recordRefund(db, checkout, refund, context);
    }
    case "dispute": {
      const { kind: _, ...dispute } = news;
      return recordDispute(db, checkout, dispute, context);
    }
    case "transaction": {
      const { transaction, amount, currency } = news;
      requireCurrency(checkout, currency);
      const named = { transaction, amount, now: context.now, random };
      return recordTransaction(db, checkout, named);
    }
    case "renewal": {
      const { reference, amount, currency, paidAt: paid_at } = news;
      const renewal = { reference, amount, currency, paid_at };
      return recordRenewal(db, checkout, renewal, random);
    }
    case "failed-renewal": {
      const { reference, attempt, amount, currency } = news;
      const times = { next_try_at: news.nextTryAt, failed_at: news.failedAt };
      const failure = { reference, attempt, amount, currency, ...times };
      return recordFailedRenewal(db, checkout, failure);
    }
    case "subscription": {
      const { kind: _, ...told } = news;
      const renewing = { ...told, now: context.now };
      return recordSubscription(db, checkout, renewing);
    }
  }
}
