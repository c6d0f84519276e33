import { sql } from "kysely";
import {
  AHEAD_DAYS,
  LONG_PLAN,
  RECEIPT_DAYS,
} from "../../generated/renewal-notice.ts";
import { DAY_MS } from "../durations.ts";
import { enqueueMessage } from "./after-sale.ts";
import { IS_TO_CANCEL } from "./cancelled-plans.ts";
import type { Database } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** A provider may tell the same payment by some hours more or less. */
export const SAME_PAYMENT_MS = DAY_MS;
const AT_ONCE = 200;

/** What was told, and the orders of whom could not be. */
interface Told {
  readonly told: number;
  readonly failures: readonly {
    readonly checkout: string;
    readonly error: unknown;
  }[];
}

/**
 * Tells of the payments that plans are about to take, each once unless its day or its amount changes; none that comes soon
 * after a receipt. What fails is left to the next call, as is the rest once it `isOver`.
 */
export async function tellUpcomingRenewals(
  db: Database,
  now: Date,
  {
    isOver = () => false,
    atOnce = AT_ONCE,
  }: {
    readonly isOver?: () => boolean;
    /** How many plans are looked for at a time. */
    readonly atOnce?: number;
  } = {},
): Promise<Told> {
  const failures: { checkout: string; error: unknown }[] = [];
  for (let told = 0; ;) {
    const plans = await upcoming(db, now)
      .orderBy("s.renews_at")
      .orderBy("s.checkout_id")
      .limit(atOnce)
      .offset(failures.length)
      .execute();
    for (const { checkout_id } of plans)
      try {
        if (await tell(db, checkout_id, now)) told += 1;
      } catch (error) {
        failures.push({ checkout: checkout_id, error });
      }
    if (plans.length < atOnce || isOver()) return { told, failures };
  }
}

/** False where that is not to be told any more, as of a plan that was cancelled meanwhile. */
function tell(db: Database, checkoutId: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const checkout = await trx
      .selectFrom("checkouts")
      .select(["checkout_id", "session_id", "brand", "product", "currency"])
      .where("checkout_id", "=", checkoutId)
      .executeTakeFirstOrThrow();
    await takeTurn(trx, checkout.session_id);
    const plan = await upcoming(trx, now)
      .where("s.checkout_id", "=", checkoutId)
      .executeTakeFirst();
    if (plan === undefined) return false;
    const { renews_at, amount, every_days } = plan;
    await trx
      .updateTable("subscriptions")
      .set({ told_renewal: renews_at, told_amount: amount })
      .where("checkout_id", "=", checkoutId)
      .execute();
    await enqueueMessage(trx, "renewal.upcoming", checkout, {
      now,
      more: { amount, every_days, renews_at: renews_at.toISOString() },
    });
    return true;
  });
}

/** Plans, `s`, of whose next payment is to be told now. */
function upcoming(db: Pick<Database, "selectFrom">, now: Date) {
  const within = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const isLaterBy = (days: number) =>
    sql<boolean>`s.renews_at - coalesce(
      (select max(paid_at) from renewals r where r.checkout_id = s.checkout_id), s.created_at)
      > ${days} * interval '1 day'`;
  return db
    .selectFrom("subscriptions as s")
    .select(["s.checkout_id", "s.renews_at", "s.amount", "s.every_days"])
    .where(
      sql<boolean>`s.status = 'active' and s.ends_at is null and not s.paused`,
    )
    .where(sql<boolean>`not (${IS_TO_CANCEL})`)
    .where("s.renews_at", ">", now)
    .where("s.renews_at", "<=", within(LONG_PLAN.aheadDays))
    .where((eb) =>
      eb.or([
        eb("s.renews_at", "<=", within(AHEAD_DAYS)),
        eb.and([
          eb("s.every_days", ">=", LONG_PLAN.fromDays),
          isLaterBy(LONG_PLAN.trialDays),
        ]),
      ]),
    )
    .where(
      sql<boolean>`(s.told_renewal is null or s.told_amount <> s.amount
        or abs(extract(epoch from s.renews_at - s.told_renewal)) * 1000 >= ${SAME_PAYMENT_MS})`,
    )
    .where(isLaterBy(RECEIPT_DAYS));
}
