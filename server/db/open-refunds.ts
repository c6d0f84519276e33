import { sql } from "kysely";
import { DAY_MS } from "../durations.ts";
import type { RefundTable } from "./money-tables.ts";
import type { Database } from "./tables.ts";

/** Whoever asked for a refund is still waiting before. */
const UNANSWERED_MS = 60_000;
/** Providers pay out within days; what is on its way for longer, somebody has to look at. */
const LONG_MS = 7 * DAY_MS;

/** A refund that is on its way, and who is asked for it. */
export interface OpenRefund extends RefundTable {
  readonly provider: string;
}

/** The row of a refund, `r`, that has neither been made nor failed. */
export const IS_OPEN = sql<boolean>`r.status = 'requested' and not exists (
  select 1 from refunds later
  where later.refund_id = r.refund_id and later.status <> 'requested')`;

/** The row of a refund, `r`, that its provider had taken up before it failed: its buyer was told that the money is on its way. */
const FAILED_LATE = sql<boolean>`r.status = 'failed' and exists (
  select 1 from refunds taken where taken.refund_id = r.refund_id
  and (taken.status = 'succeeded' or (taken.status = 'requested' and taken.reference is not null)))`;

/** Such a row in whose place no other refund was asked for. */
export const IS_FAILED = sql<boolean>`${FAILED_LATE}
  and not exists (select 1 from refunds later
    where later.checkout_id = r.checkout_id and later.refund_id <> r.refund_id and later.at > r.at)`;

/**
 * Refunds to be asked after, of each provider as many, those first that were not for the longest time: ours that it has
 * not answered in each round, those that it has taken up once a day.
 */
export async function findOpenRefunds(
  db: Database,
  now: Date,
  ofEach: number,
): Promise<readonly OpenRefund[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<OpenRefund>`
    select * from (
      select r.*, c.provider, row_number() over (
        partition by c.provider order by r.asked_at nulls first, r.at) as turn
      from refunds r join checkouts c using (checkout_id)
      where ${IS_OPEN} and case when r.reference is null
        then r.at < ${before(UNANSWERED_MS)}
        else coalesce(r.asked_at, r.at) < ${before(DAY_MS)} end
    ) open where turn <= ${ofEach} order by asked_at nulls first, at`.execute(
    db,
  );
  return rows;
}

export async function noteRefundAsked(
  db: Database,
  refundId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ asked_at: now })
    .where("refund_id", "=", refundId)
    .where("status", "=", "requested")
    .execute();
}

/** Whether a refund could not be paid out. */
export async function isRefundFailed(
  db: Database,
  refundId: string,
): Promise<boolean> {
  const failed = await db
    .selectFrom("refunds")
    .select("refund_id")
    .where("refund_id", "=", refundId)
    .where("status", "=", "failed")
    .executeTakeFirst();
  return failed !== undefined;
}

/** How many refunds have been on their way for too long. */
export async function countOpenRefunds(
  db: Database,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from refunds r
    where ${IS_OPEN} and r.at < ${new Date(now.getTime() - LONG_MS)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** How many refunds have failed that buyers believe to be made. */
export async function countFailedRefunds(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from refunds r where ${IS_FAILED}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many refunds have ever failed late. */
export async function countEverFailedRefunds(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from refunds r where ${FAILED_LATE}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
