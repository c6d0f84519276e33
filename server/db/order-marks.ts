import { sql } from "kysely";
import { IS_BOUGHT_TWICE } from "./bought-twice.ts";
import { IS_TO_CANCEL } from "./cancelled-plans.ts";
import { IS_FAILED, IS_OPEN } from "./open-refunds.ts";
import { OVERDRAWN } from "./overdrawn.ts";
import { RENEWED_AFTER_END } from "./renewed-after-end.ts";
import { STILL_RENEWS } from "./returned-plans.ts";
import { UNMATCHED } from "./unmatched.ts";

/**
 * What an order may be beside where it stands, and which orders are: `refund_due`: a payment that was taken once too often
 * is still here, `refund_open`: a refund is on its way, `refund_failed`: one was, and has failed, `overdrawn`: more went
 * back than was taken, `unmatched`: a refund or a dispute is of no payment that is known, `still_renews`: a plan that
 * renews though its money went back, `cancel_asked`: one that goes on though its buyer wants no more of it,
 * `renewed_after_end`: one that was charged after it was over, `bought_twice`: one
 * that goes on beside an earlier one of the same email.
 */
export const MARKED = {
  refund_due: sql`
    select due.checkout_id from payments due
    where due.refund_due and due.refunded_at is null`,
  refund_open: sql`select r.checkout_id from refunds r where ${IS_OPEN}`,
  refund_failed: sql`select r.checkout_id from refunds r where ${IS_FAILED}`,
  overdrawn: OVERDRAWN,
  unmatched: UNMATCHED,
  still_renews: sql`select s.checkout_id from subscriptions s where ${STILL_RENEWS}`,
  cancel_asked: sql`select s.checkout_id from subscriptions s where ${IS_TO_CANCEL}`,
  renewed_after_end: sql`select s.checkout_id from subscriptions s where ${RENEWED_AFTER_END}`,
  bought_twice: sql`select s.checkout_id from subscriptions s where ${IS_BOUGHT_TWICE}`,
} as const;

export type Mark = keyof typeof MARKED;

export function isMark(state: string): state is Mark {
  return Object.hasOwn(MARKED, state);
}
