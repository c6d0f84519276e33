import { type Selectable, sql, type Transaction } from "kysely";
import { DAY_MS } from "../durations.ts";
import {
  reduceSubscription,
  type SubscriptionEvent,
} from "../ledger/subscription.ts";
import { enqueueMessage } from "./after-sale.ts";
import { takenUpAt } from "./cancelled-plans.ts";
import type { Random } from "../token.ts";
import { syncBalances } from "./ledger.ts";
import type { FailedRenewalTable, SubscriptionTable } from "./money-tables.ts";
import type { Checkout, CheckoutTable, Database, Tables } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** On what terms a plan renews, which may be changed at its provider. */
export interface PlanTerms {
  /** Minor units. */
  readonly amount: number;
  readonly everyDays: number;
}

/** What is known of a subscription beside its checkout; what is left out stays as it is. */
interface SubscriptionNews {
  readonly reference?: string;
  readonly event?: SubscriptionEvent;
  readonly renewsAt?: Date;
  readonly terms?: PlanTerms;
  readonly now: Date;
}

/** The checkout that a subscription begins with. */
type Beginning = Pick<
  CheckoutTable,
  | "checkout_id"
  | "session_id"
  | "provider"
  | "currency"
  | "renewal_amount"
  | "renewal_days"
  | "first_days"
>;

/**
 * Keeps the subscription of a checkout that renews; news of it may come before its first payment is known, late and
 * more than once. Answers whether it is news that it ends.
 */
export async function keepSubscription(
  trx: Transaction<Tables>,
  checkout: Beginning,
  { reference, event, renewsAt, terms, now }: SubscriptionNews,
): Promise<boolean> {
  const { checkout_id } = checkout;
  if (!(await beginSubscription(trx, checkout, now))) return false;
  const before = await trx
    .selectFrom("subscriptions")
    .select([
      "status",
      "ends_at as endsAt",
      "told_at as toldAt",
      // A version before, beside this one, keeps the end alone.
      sql<Date | null>`case when told_end_at is null then ends_at else told_end end`.as(
        "toldEnd",
      ),
      sql<Date | null>`coalesce(told_end_at, case when ends_at is not null then told_at end)`.as(
        "toldEndAt",
      ),
    ])
    .where("checkout_id", "=", checkout_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after =
    event === undefined ? before : reduceSubscription(before, event);
  const isLatest = after !== before;
  const ends = ({ status, endsAt }: typeof before) =>
    status === "cancelled" || endsAt !== null;
  await trx
    .updateTable("subscriptions")
    .set({
      status: after.status,
      ends_at: after.endsAt,
      told_at: after.toldAt,
      told_end: after.toldEnd,
      told_end_at: after.toldEndAt,
      ...(reference !== undefined && { reference }),
      ...(renewsAt !== undefined && isLatest && { renews_at: renewsAt }),
      ...(terms !== undefined &&
        isLatest && { amount: terms.amount, every_days: terms.everyDays }),
      ...(event?.kind === "told" &&
        isLatest && { paused: event.isPaused === true }),
      ...(event?.kind === "told" &&
        ends(after) && { cancel_taken_up_at: takenUpAt(event.toldAt, now) }),
    })
    .where("checkout_id", "=", checkout_id)
    .execute();
  return ends(after) && !ends(before);
}

/** A subscription as far as it tells of its next payment. */
export type Plan = Pick<
  Selectable<SubscriptionTable>,
  | "status"
  | "renews_at"
  | "ends_at"
  | "amount"
  | "every_days"
  | "paused"
  | "cancel_asked_at"
  | "cancel_taken_up_at"
>;

/** null for a checkout that does not renew, or of which no money is known. */
export async function findSubscription(
  db: Database,
  checkoutId: string,
): Promise<Plan | null> {
  const found = await db
    .selectFrom("subscriptions")
    .select([
      "status",
      "renews_at",
      "ends_at",
      "amount",
      "every_days",
      "paused",
      "cancel_asked_at",
      "cancel_taken_up_at",
    ])
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirst();
  return found ?? null;
}

/** False for a checkout that does not renew. */
async function beginSubscription(
  trx: Transaction<Tables>,
  checkout: Beginning,
  now: Date,
): Promise<boolean> {
  const { renewal_amount, renewal_days } = checkout;
  if (renewal_amount === null || renewal_days === null) return false;
  const firstDays = checkout.first_days ?? renewal_days;
  await trx
    .insertInto("subscriptions")
    .values({
      checkout_id: checkout.checkout_id,
      session_id: checkout.session_id,
      provider: checkout.provider,
      reference: null,
      status: "active",
      amount: renewal_amount,
      currency: checkout.currency,
      every_days: renewal_days,
      renews_at: new Date(now.getTime() + firstDays * DAY_MS),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("checkout_id").doNothing())
    .execute();
  return true;
}

/** Writes down what a provider has told of a subscription; that it ends is told to the outside, once. */
export function recordSubscription(
  db: Database,
  checkout: Checkout,
  news: SubscriptionNews,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const isEnding = await keepSubscription(trx, checkout, news);
    if (!isEnding || (await isClosedUnpaid(trx, checkout))) return;
    const { now, event } = news;
    // What is over was so when that was told, however late it came here.
    const ends = event?.kind === "told" ? (event.endsAt ?? event.toldAt) : now;
    await enqueueMessage(trx, "subscription.cancelled", checkout, {
      now,
      more: {
        ends_at: ends.toISOString(),
        refund_due: await isRefundDue(trx, checkout),
      },
    });
  });
}

/** Whether nothing was sold by a checkout, as it is by now: a plan that ends with it has never begun for its visitor. */
async function isClosedUnpaid(
  trx: Transaction<Tables>,
  { checkout_id }: Checkout,
): Promise<boolean> {
  const { status } = await trx
    .selectFrom("checkouts")
    .select("status")
    .where("checkout_id", "=", checkout_id)
    .executeTakeFirstOrThrow();
  return status === "declined" || status === "cancelled";
}

/** Whether all that was paid by a checkout was taken once too often. */
async function isRefundDue(
  trx: Transaction<Tables>,
  { checkout_id }: Checkout,
): Promise<boolean> {
  const payments = await trx
    .selectFrom("payments")
    .select("refund_due")
    .where("checkout_id", "=", checkout_id)
    .execute();
  return payments.length > 0 && payments.every(({ refund_due }) => refund_due);
}

interface Renewal {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid_at: Date;
}

/** Records the money of a renewal, each invoice once. */
export function recordRenewal(
  db: Database,
  checkout: Checkout,
  renewal: Renewal,
  random: Random,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const { checkout_id } = checkout;
    const recorded = await trx
      .insertInto("renewals")
      .values({ ...renewal, checkout_id })
      .onConflict((conflict) => conflict.column("reference").doNothing())
      .returning("reference")
      .executeTakeFirst();
    if (recorded === undefined) return;
    const { paid_at: now, ...more } = renewal;
    // What happened to it may have been told before it was.
    await syncBalances(trx, checkout_id, { now, random });
    await enqueueMessage(trx, "renewal.taken", checkout, { now, more });
  });
}

/** Whether a renewal has been paid, by the name of its invoice. */
export async function isRenewed(
  db: Pick<Database, "selectFrom">,
  reference: string,
): Promise<boolean> {
  const paid = await db
    .selectFrom("renewals")
    .select("reference")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Whether a renewal of a checkout has been paid. */
export async function hasRenewed(
  db: Database,
  checkoutId: string,
): Promise<boolean> {
  const paid = await db
    .selectFrom("renewals")
    .select("reference")
    .where("checkout_id", "=", checkoutId)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Records that a renewal could not be charged; told to the outside unless it has been paid since. */
export function recordFailedRenewal(
  db: Database,
  checkout: Checkout,
  failure: Omit<FailedRenewalTable, "checkout_id">,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    const { checkout_id } = checkout;
    const recorded = await trx
      .insertInto("failed_renewals")
      .values({ ...failure, checkout_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning("reference")
      .executeTakeFirst();
    if (recorded === undefined) return;
    const { reference, attempt, amount, next_try_at, failed_at } = failure;
    if (await isRenewed(trx, reference)) return;
    await enqueueMessage(trx, "renewal.failed", checkout, {
      now: failed_at,
      more: {
        reference,
        attempt,
        amount,
        next_try_at: next_try_at?.toISOString() ?? null,
      },
    });
  });
}
