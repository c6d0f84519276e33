import type { DisputeNews, RefundNews } from "../db/after-sale.ts";
import type { PlanTerms } from "../db/subscriptions.ts";
import type { SubscriptionEvent } from "../ledger/subscription.ts";

/** What a provider tells after a sale. Sums are in minor units. */
export type AfterSale =
  | ({ readonly kind: "refund" } & RefundNews)
  | ({ readonly kind: "dispute" } & DisputeNews)
  | {
      /** The order's own payment, by this name; by another one than before it was taken once too often. */
      readonly kind: "transaction";
      readonly transaction: string;
      readonly amount: number;
      readonly currency: string;
    }
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
      readonly terms?: PlanTerms;
    };

/** What a provider tells of a plan. */
export type PlanNews = Extract<AfterSale, { readonly kind: "subscription" }>;

/** That a plan is to end, or is over where that time has come or there is none. */
export function endOfPlan(endsAt: Date | null, toldAt: Date): PlanNews {
  const isOver = endsAt === null || endsAt <= toldAt;
  return {
    kind: "subscription",
    event: {
      kind: "told",
      status: isOver ? "cancelled" : "active",
      endsAt: isOver ? null : endsAt,
      toldAt,
    },
  };
}
