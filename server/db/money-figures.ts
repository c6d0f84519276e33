import { sql } from "kysely";
import type { Database } from "./tables.ts";

/** What became of payments, as it is counted. */
export const OUTCOMES = [
  "paid",
  "declined",
  "unknown",
  "refunded",
  "disputed",
  "charged_back",
  "refund_due",
] as const;

/** How many payments and renewals of a provider came to something. */
export interface OutcomeFigure {
  readonly provider: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly count: number;
}

/** Sums of a provider in one currency, in minor units. */
export interface MoneyFigure {
  readonly provider: string;
  readonly currency: string;
  readonly taken: number;
  /** Refunded, or taken back by chargebacks. */
  readonly returned: number;
}

/** Money by provider. One pass over what was paid and what was declined: not to be asked for at every moment. */
export async function countMoney(db: Database): Promise<{
  readonly outcomes: readonly OutcomeFigure[];
  readonly sums: readonly MoneyFigure[];
}> {
  const outcomes = await sql<OutcomeFigure>`
    with money as (
      select c.provider, p.state, p.refunded, p.refund_due and p.refunded_at is null as due
      from payments p join checkouts c using (checkout_id)
      union all
      select c.provider, r.state, r.refunded, false
      from renewals r join checkouts c using (checkout_id)
    )
    select provider, outcome, count::int from (
      select provider, 'paid' as outcome, count(*) as count from money group by provider
      union all
      select provider, 'refunded', count(*) from money where refunded > 0 group by provider
      union all
      select provider, state, count(*) from money where state in ('disputed', 'charged_back') group by provider, state
      union all
      select provider, 'refund_due', count(*) from money where due group by provider
      union all
      select provider, 'declined', count(*) from checkouts where status = 'declined' group by provider
      union all
      select provider, 'unknown', count(*) from checkouts where unknown_since is not null group by provider
    ) counted`.execute(db);
  // Sums of all times may be larger than an integer.
  const sums = await sql<MoneyFigure>`
    select provider, currency, sum(amount)::float8 as taken, sum(returned)::float8 as returned from (
      select c.provider, p.currency, p.amount, p.refunded + p.withdrawn as returned
      from payments p join checkouts c using (checkout_id)
      union all
      select c.provider, r.currency, r.amount, r.refunded + r.withdrawn
      from renewals r join checkouts c using (checkout_id)
    ) money group by provider, currency`.execute(db);
  return { outcomes: outcomes.rows, sums: sums.rows };
}
