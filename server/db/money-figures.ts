import { sql } from "kysely";
import type { PaymentState } from "../ledger/payment.ts";
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

/** Payments and renewals that are alike in all that is counted. Sums of all times may be larger than an integer. */
interface Alike {
  readonly provider: string;
  readonly currency: string;
  readonly state: PaymentState;
  readonly is_refunded: boolean;
  readonly is_due: boolean;
  readonly count: number;
  readonly taken: number;
  readonly returned: number;
}

/** Money by provider. One pass over what was paid and what was declined: not to be asked for at every moment. */
export async function countMoney(db: Database): Promise<{
  readonly outcomes: readonly OutcomeFigure[];
  readonly sums: readonly MoneyFigure[];
}> {
  const taken = await sql<Alike>`
    select c.provider, currency, state, is_refunded, is_due, count(*)::int as count,
      sum(amount)::float8 as taken, sum(returned)::float8 as returned
    from (
      select checkout_id, currency, state, refunded > 0 as is_refunded,
        refund_due and refunded_at is null as is_due, amount, refunded + withdrawn as returned
      from payments
      union all
      select checkout_id, currency, state, refunded > 0, false, amount, refunded + withdrawn
      from renewals
    ) money join (select checkout_id, provider from checkouts) c using (checkout_id)
    group by c.provider, currency, state, is_refunded, is_due`.execute(db);
  const untaken = await sql<OutcomeFigure>`
    select provider, 'declined' as outcome, count(*)::int as count
      from checkouts where status = 'declined' group by provider
    union all
    select provider, 'unknown', count(*)::int
      from checkouts where unknown_since is not null group by provider`.execute(
    db,
  );
  return {
    outcomes: [...outcomesOf(taken.rows), ...untaken.rows],
    sums: sumsOf(taken.rows),
  };
}

/** Each that there is. */
function outcomesOf(rows: readonly Alike[]): OutcomeFigure[] {
  const counts = new Map<string, OutcomeFigure>();
  for (const row of rows)
    for (const outcome of OUTCOMES) {
      if (!cameTo(row, outcome)) continue;
      const { provider } = row;
      const key = `${provider}/${outcome}`;
      const count = (counts.get(key)?.count ?? 0) + row.count;
      counts.set(key, { provider, outcome, count });
    }
  return [...counts.values()];
}

/** Whether money that was taken came to something; that it was taken is told of all of it. */
function cameTo(
  { state, is_refunded, is_due }: Alike,
  outcome: OutcomeFigure["outcome"],
): boolean {
  switch (outcome) {
    case "paid":
      return true;
    case "refunded":
      return is_refunded;
    case "refund_due":
      return is_due;
    default:
      return state === outcome;
  }
}

function sumsOf(rows: readonly Alike[]): MoneyFigure[] {
  const sums = new Map<string, MoneyFigure>();
  for (const row of rows) {
    const { provider, currency } = row;
    const key = `${provider}/${currency}`;
    const sum = sums.get(key);
    sums.set(key, {
      provider,
      currency,
      taken: (sum?.taken ?? 0) + row.taken,
      returned: (sum?.returned ?? 0) + row.returned,
    });
  }
  return [...sums.values()];
}
