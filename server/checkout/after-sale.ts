import {
  type DisputeNews,
  recordDispute,
  recordRefund,
  type RefundNews,
} from "../db/after-sale.ts";
import type { Checkout } from "../db/checkouts.ts";
import {
  recordFailedRenewal,
  recordRenewal,
  recordSubscription,
} from "../db/subscriptions.ts";
import type { SubscriptionEvent } from "../ledger/subscription.ts";
import type { PaymentServices } from "./provider.ts";

/** What a provider tells after a sale. Sums are in minor units. */
export type AfterSale =
  | ({ readonly kind: "refund" } & RefundNews)
  | ({ readonly kind: "dispute" } & DisputeNews)
  | {
      readonly kind: "renewal";
      /** Of the invoice. */
      readonly reference: string;
      readonly amount: number;
      readonly currency: string;
      readonly paidAt: Date;
    }
  | {
      readonly kind: "failed-renewal";
      readonly reference: string;
      /** Which try it was; each is told once. */
      readonly attempt: number;
      readonly amount: number;
      readonly currency: string;
      readonly nextTryAt: Date | null;
      readonly failedAt: Date;
    }
  | {
      readonly kind: "subscription";
      readonly event: SubscriptionEvent;
      readonly reference?: string;
      readonly renewsAt?: Date;
    };

/**
 * Writes down what happened after a sale, and all that follows from it, in one transaction. The same news may come
 * again, late, before the payment itself is known, and to several processes at once: they lead to the same ledger.
 */
export async function settleAfterSale(
  { db, now, publishes }: Pick<PaymentServices, "db" | "now" | "publishes">,
  checkout: Checkout,
  news: AfterSale,
): Promise<void> {
  const surroundings = { now: now(), publishes };
  switch (news.kind) {
    case "refund": {
      const { kind: _, ...refund } = news;
      return recordRefund(db, checkout, refund, surroundings);
    }
    case "dispute": {
      const { kind: _, ...dispute } = news;
      return recordDispute(db, checkout, dispute, surroundings);
    }
    case "renewal": {
      const { reference, amount, currency, paidAt: paid_at } = news;
      const { checkout_id } = checkout;
      const renewal = { reference, checkout_id, amount, currency, paid_at };
      await recordRenewal(db, renewal, publishes);
      return;
    }
    case "failed-renewal": {
      const { reference, attempt, amount, currency } = news;
      const times = { next_try_at: news.nextTryAt, failed_at: news.failedAt };
      const failure = { reference, attempt, amount, currency, ...times };
      return recordFailedRenewal(db, checkout, failure, publishes);
    }
    case "subscription": {
      const { kind: _, ...told } = news;
      const renewing = { ...told, now: surroundings.now };
      return recordSubscription(db, checkout, renewing, publishes);
    }
  }
}
