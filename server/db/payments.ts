import { sql, type Transaction } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import { newToken, type Random } from "../token.ts";
import { findBought } from "./bought.ts";
import { countOf } from "./count-of.ts";
import { recordSale } from "./experiments.ts";
import { keepBought, syncBalances } from "./ledger.ts";
import { writeMessage } from "./outbox.ts";
import { keepSubscription } from "./subscriptions.ts";
import type { PaymentTable } from "./money-tables.ts";
import type { Checkout, Database, Tables } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** What is known of a payment when it is taken. */
export interface Taking {
  /** The provider's name for what renews. */
  readonly subscription?: string;
  /** The provider's name for the transaction by which it was paid. */
  readonly transaction?: string;
  /** Experiments of the funnel that has sold it. */
  readonly experiments?: readonly string[];
  readonly now: Date;
  readonly random: Random;
}

/** Writes down the money of a checkout that has just been paid, and all that comes with it. */
export async function takePayment(
  trx: Transaction<Tables>,
  paid: Checkout,
  { now, random, subscription, transaction, experiments = [] }: Taking,
): Promise<void> {
  const refund_due = (await findBought(trx, paid)) !== null;
  await insertPayment(trx, paid, {
    amount: paid.amount,
    card_brand: paid.card_brand,
    card_last4: paid.card_last4,
    transaction: transaction ?? null,
    refund_due,
    now,
    random,
  });
  await keepSubscription(trx, paid, {
    ...(subscription !== undefined && { reference: subscription }),
    now,
  });
  if (!refund_due) {
    await keepBought(trx, paid, { now, random });
    await recordSale(trx, paid, experiments, now);
  }
  // What happened to it may have been told before it was.
  await syncBalances(trx, paid.checkout_id, { now, random });
  if (!paid.card_token || !paid.card_brand || !paid.card_last4) return;
  await trx
    .insertInto("saved_methods")
    .values({
      method_id: newToken(random),
      session_id: paid.session_id,
      provider: paid.provider,
      token: paid.card_token,
      brand: paid.card_brand,
      last4: paid.card_last4,
      saved_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["session_id", "provider", "token"])
        .doUpdateSet({ saved_at: now }),
    )
    .execute();
}

/**
 * Writes down that a paid checkout was paid by this transaction, of its own sum unless another one is given in minor
 * units. By another one than before it is money that has to go back, and is told as such.
 */
export function recordTransaction(
  db: Database,
  checkout: Checkout,
  {
    transaction,
    amount = checkout.amount,
    now,
    random,
  }: Pick<Taking, "now" | "random"> & {
    readonly transaction: string;
    readonly amount?: number;
  },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, checkout.session_id);
    // Whoever bought it may have been erased since it was read.
    const paid = await trx
      .selectFrom("checkouts")
      .selectAll()
      .where("checkout_id", "=", checkout.checkout_id)
      .executeTakeFirstOrThrow();
    const known = await trx
      .selectFrom("payments")
      .select(["payment_id", "transaction", "amount"])
      .where("checkout_id", "=", paid.checkout_id)
      .execute();
    if (known.some((payment) => payment.transaction === transaction)) return;
    const unnamed = known.find(
      (payment) => payment.transaction === null && payment.amount === amount,
    );
    if (unnamed !== undefined) {
      await trx
        .updateTable("payments")
        .set({ transaction })
        .where("payment_id", "=", unnamed.payment_id)
        .execute();
      await syncBalances(trx, paid.checkout_id, { now, random });
      return;
    }
    await insertPayment(trx, paid, {
      amount,
      card_brand: null,
      card_last4: null,
      transaction,
      refund_due: true,
      now,
      random,
    });
    await syncBalances(trx, paid.checkout_id, { now, random });
  });
}

/** Money that was taken, as a row and as a message to the outside. */
async function insertPayment(
  trx: Transaction<Tables>,
  paid: Checkout,
  {
    now,
    random,
    ...own
  }: Pick<Taking, "now" | "random"> &
    Pick<
      PaymentTable,
      "amount" | "card_brand" | "card_last4" | "transaction" | "refund_due"
    >,
): Promise<void> {
  const { checkout_id, session_id, currency } = paid;
  const payment_id = newToken(random);
  await trx
    .insertInto("payments")
    .values({
      payment_id,
      checkout_id,
      session_id,
      currency,
      ...own,
      paid_at: now,
      refunded_at: null,
    })
    .execute();
  await writeMessage(trx, {
    kind: "payment.taken",
    payload: {
      checkout_id,
      payment_id,
      brand: paid.brand,
      product: paid.product,
      amount: own.amount,
      currency,
      refund_due: own.refund_due,
      email: paid.email,
      event_id: paid.event_id,
      details: paid.details,
      gift: paid.gift_places !== null,
    },
    now,
  });
}

/** Whether all that was paid by a checkout has gone back. */
export async function isGivenBack(
  db: Database,
  { checkout_id, status }: Pick<Checkout, "checkout_id" | "status">,
): Promise<boolean> {
  if (status !== "paid") return false;
  const kept = await db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", checkout_id)
    .where("state", "not in", RETURNED)
    .executeTakeFirst();
  return kept === undefined;
}

/** How many payments and renewals are disputed, and not decided yet. */
export async function countDisputed(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select 1 from payments where state = 'disputed'
      union all
      select 1 from renewals where state = 'disputed'
    ) disputed`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How often payments were ever disputed: a dispute that was decided and opened again counts once more. */
export async function countDisputes(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select state, lag(state) over (
        partition by provider, reference
        order by told_at, state <> 'open') as before
      from disputes
    ) told
    where before is null or (state = 'open' and before <> 'open')`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many payments were taken once too often and have not been given back. */
export function countRefundsDue(db: Database): Promise<number> {
  return countOf(
    db
      .selectFrom("payments")
      .where("refund_due", "=", true)
      .where("refunded_at", "is", null),
  );
}

/** What a session has paid for, oldest first; without what was taken once too often. */
export function findPurchases(db: Database, sessionId: string) {
  return db
    .selectFrom("payments")
    .innerJoin("checkouts", "checkouts.checkout_id", "payments.checkout_id")
    .leftJoin(
      "subscriptions",
      "subscriptions.checkout_id",
      "payments.checkout_id",
    )
    .leftJoin("gifts", "gifts.checkout_id", "payments.checkout_id")
    .where("payments.session_id", "=", sessionId)
    .where("payments.refund_due", "=", false)
    .orderBy("payments.paid_at")
    .select((eb) => [
      "payments.checkout_id",
      "checkouts.product",
      "checkouts.product_name",
      "payments.amount",
      "payments.currency",
      "payments.state",
      "payments.refunded",
      "payments.withdrawn",
      "subscriptions.amount as renewal_amount",
      "subscriptions.every_days as renewal_days",
      "subscriptions.paused",
      "payments.paid_at",
      "subscriptions.status as subscription",
      "subscriptions.ends_at",
      "gifts.token as gift_token",
      "gifts.places as gift_places",
      eb
        .selectFrom("gift_openings")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .whereRef("gift_openings.gift_id", "=", "gifts.gift_id")
        .as("gift_opened"),
    ])
    .execute();
}
