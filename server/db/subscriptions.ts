import type { Transaction } from "kysely";
import { writeMessage } from "./outbox.ts";
import type {
  CheckoutTable,
  Database,
  SubscriptionStatus,
  Tables,
} from "./tables.ts";

const DAY_MS = 86_400_000;

/** What is known of a subscription beside its checkout; what is left out stays as it is. */
interface SubscriptionNews {
  readonly reference?: string;
  readonly status?: SubscriptionStatus;
  readonly renewsAt?: Date;
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

/** Keeps the subscription of a checkout that renews; news of it may come before its first payment is known. */
export async function keepSubscription(
  db: Database | Transaction<Tables>,
  checkout: Beginning,
  news: SubscriptionNews,
): Promise<void> {
  const { renewal_amount, renewal_days } = checkout;
  if (renewal_amount === null || renewal_days === null) return;
  const { reference, status, renewsAt, now } = news;
  const firstDays = checkout.first_days ?? renewal_days;
  const told = {
    ...(reference !== undefined && { reference }),
    ...(status !== undefined && { status }),
    ...(renewsAt !== undefined && { renews_at: renewsAt }),
  };
  await db
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
      ...told,
    })
    .onConflict((conflict) => {
      const known = conflict.column("checkout_id");
      return Object.keys(told).length === 0
        ? known.doNothing()
        : known.doUpdateSet(told);
    })
    .execute();
}

interface Renewal {
  readonly reference: string;
  readonly checkout_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid_at: Date;
}

/** Records the money of a renewal; false when this invoice was recorded before. */
export function recordRenewal(
  db: Database,
  renewal: Renewal,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const recorded = await trx
      .insertInto("renewals")
      .values(renewal)
      .onConflict((conflict) => conflict.column("reference").doNothing())
      .returning("reference")
      .executeTakeFirst();
    if (recorded === undefined) return false;
    const { paid_at: now, ...payload } = renewal;
    await writeMessage(trx, { kind: "renewal.taken", payload, now });
    return true;
  });
}
