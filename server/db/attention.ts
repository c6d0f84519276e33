import { countBoughtTwice, countEverBoughtTwice } from "./bought-twice.ts";
import { countPlansToCancel } from "./cancelled-plans.ts";
import { countUnknown, countUntold } from "./checkouts.ts";
import {
  countEverFailedRefunds,
  countFailedRefunds,
  countOpenRefunds,
} from "./open-refunds.ts";
import { countOverdrawn } from "./overdrawn.ts";
import { countDisputed, countDisputes, countRefundsDue } from "./payments.ts";
import { countReturnedPlans } from "./returned-plans.ts";
import {
  countEverRenewedAfterEnd,
  countRenewedAfterEnd,
} from "./renewed-after-end.ts";
import type { Database } from "./tables.ts";
import { countEverUnmatched, countUnmatched } from "./unmatched.ts";
import { countLeft } from "./webhook-events.ts";

/** Money and what we know of it do not match. */
const MATCH = "PaymentNeedsSomebody";

/** What somebody has to look at, by its name in the metrics: its words in the log, and how much of it there is. */
export const ATTENTION = {
  refund_due: {
    message: "payments to give back",
    alert: MATCH,
    count: countRefundsDue,
  },
  unknown: {
    message: "payments nobody can say anything of",
    alert: MATCH,
    count: countUnknown,
  },
  overdrawn: {
    message: "payments given back more than once",
    alert: "PaymentOverdrawn",
    count: countOverdrawn,
    ever: countOverdrawn,
  },
  disputed: {
    message: "payments disputed",
    alert: "PaymentDisputed",
    count: countDisputed,
    ever: countDisputes,
  },
  unmatched: {
    message: "refunds or disputes of unknown payments",
    alert: "MoneyUnmatched",
    count: countUnmatched,
    ever: countEverUnmatched,
  },
  refund_open: {
    message: "refunds on their way for a week",
    alert: MATCH,
    count: countOpenRefunds,
  },
  refund_failed: {
    message: "refunds that failed after they were begun",
    alert: "RefundFailed",
    count: countFailedRefunds,
    ever: countEverFailedRefunds,
  },
  no_order: {
    message: "payments of orders that are not there",
    alert: MATCH,
    count: (db, now) => countLeft(db, now, true),
  },
  unprocessed: {
    message: "messages of providers not dealt with",
    alert: MATCH,
    count: (db, now) => countLeft(db, now, false),
  },
  still_renews: {
    message: "plans that renew though refunded",
    alert: MATCH,
    count: countReturnedPlans,
  },
  cancel_asked: {
    message: "plans that go on though their buyers want no more of them",
    alert: MATCH,
    count: countPlansToCancel,
  },
  renewed_after_end: {
    message: "renewals taken after the end of their plan",
    alert: "RenewedAfterEnd",
    count: countRenewedAfterEnd,
    ever: countEverRenewedAfterEnd,
  },
  bought_twice: {
    message: "plans bought again by the same email",
    alert: "PlanBoughtTwice",
    count: countBoughtTwice,
    ever: countEverBoughtTwice,
  },
  untold: {
    message: "orders that nothing was ever told of",
    alert: null,
    count: countUntold,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly message: string;
      /** The rule of docs/alerts.yaml that is raised by it; null: it is listed alone. */
      readonly alert: string | null;
      readonly count: (db: Database, now: Date) => Promise<number>;
      /** How many there ever were, or are where hardly one ends: where each raises its alert, and not that there are some. */
      readonly ever?: (db: Database) => Promise<number>;
    }
  >
>;

/** All of it, with what there is none of; one after the other, so that connections are left for whoever else asks. */
export async function countAttention(db: Database, now: Date) {
  const counts = [];
  for (const [kind, { message, alert, count }] of Object.entries(ATTENTION))
    counts.push({ kind, message, alert, count: await count(db, now) });
  return counts;
}

/** How many there ever were of what raises an alert each time. */
export async function countIncidents(db: Database) {
  const counts = [];
  for (const [kind, one] of Object.entries(ATTENTION))
    if ("ever" in one) counts.push({ kind, count: await one.ever(db) });
  return counts;
}
