import { countUnknown } from "./checkouts.ts";
import {
  countDisputed,
  countOverdrawn,
  countRefundsDue,
  countUnmatched,
} from "./payments.ts";
import { countReturnedPlans } from "./returned-plans.ts";
import type { Database } from "./tables.ts";
import { countLeft } from "./webhook-events.ts";

/** What somebody has to look at, by its name in the metrics: its words in the log, and how much of it there is. */
export const ATTENTION = {
  refund_due: { message: "payments to give back", count: countRefundsDue },
  unknown: {
    message: "payments nobody can say anything of",
    count: countUnknown,
  },
  overdrawn: {
    message: "payments given back more than once",
    count: countOverdrawn,
  },
  disputed: { message: "payments disputed", count: countDisputed },
  unmatched: {
    message: "refunds of unknown payments",
    count: countUnmatched,
  },
  no_order: {
    message: "payments of orders that are not there",
    count: (db, now) => countLeft(db, now, true),
  },
  unprocessed: {
    message: "messages of providers not dealt with",
    count: (db, now) => countLeft(db, now, false),
  },
  still_renews: {
    message: "plans that renew though refunded",
    count: countReturnedPlans,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly message: string;
      readonly count: (db: Database, now: Date) => Promise<number>;
    }
  >
>;

/** All of it, with what there is none of. */
export function countAttention(
  db: Database,
  now: Date,
): Promise<
  readonly { readonly kind: string; readonly message: string; count: number }[]
> {
  return Promise.all(
    Object.entries(ATTENTION).map(async ([kind, { message, count }]) => ({
      kind,
      message,
      count: await count(db, now),
    })),
  );
}
