import type { Transaction } from "kysely";
import { newToken, type Random } from "../token.ts";
import { writeMessage } from "./outbox.ts";
import { keepSubscription } from "./subscriptions.ts";
import type { Checkout, Database, PaymentTable, Tables } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** What is known of a payment when it is taken. */
export interface Taking {
  /** The provider's name for what renews. */
  readonly subscription?: string;
  /** The provider's name for the transaction by which it was paid. */
  readonly transaction?: string;
  readonly now: Date;
  readonly random: Random;
}

/** Writes down the money of a checkout that has just been paid, and all that comes with it. */
export async function takePayment(
  trx: Transaction<Tables>,
  paid: Checkout,
  { now, random, subscription, transaction }: Taking,
): Promise<void> {
  const refund_due = !paid.repeatable && (await hasPaidBefore(trx, paid));
  await insertPayment(trx, paid, {
    card_brand: paid.card_brand,
    card_last4: paid.card_last4,
    transaction: transaction ?? null,
    refund_due,
    now,
    random,
  });
  await writeMessage(trx, {
    kind: "payment.taken",
    payload: {
      checkout_id: paid.checkout_id,
      brand: paid.brand,
      product: paid.product,
      amount: paid.amount,
      currency: paid.currency,
      email: paid.email,
      event_id: paid.event_id,
      details: paid.details,
    },
    now,
  });
  await keepSubscription(trx, paid, {
    ...(subscription !== undefined && { reference: subscription }),
    now,
  });
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

/** Whether the session has paid for the product by another checkout. */
async function hasPaidBefore(
  trx: Transaction<Tables>,
  { session_id, brand, product, checkout_id }: Checkout,
): Promise<boolean> {
  const before = await trx
    .selectFrom("payments")
    .innerJoin("checkouts", "checkouts.checkout_id", "payments.checkout_id")
    .select("payments.payment_id")
    .where("payments.session_id", "=", session_id)
    .where("checkouts.brand", "=", brand)
    .where("checkouts.product", "=", product)
    .where("checkouts.checkout_id", "<>", checkout_id)
    .where("payments.refund_due", "=", false)
    .executeTakeFirst();
  return before !== undefined;
}

/**
 * Writes down that a paid checkout was paid by this transaction. By another one than before it is money that has to go
 * back.
 */
export function recordTransaction(
  db: Database,
  paid: Checkout,
  {
    transaction,
    now,
    random,
  }: Pick<Taking, "now" | "random"> & {
    readonly transaction: string;
  },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, paid.session_id);
    const known = await trx
      .selectFrom("payments")
      .select(["payment_id", "transaction"])
      .where("checkout_id", "=", paid.checkout_id)
      .execute();
    if (known.some((payment) => payment.transaction === transaction)) return;
    const unnamed = known.find((payment) => payment.transaction === null);
    if (unnamed !== undefined) {
      await trx
        .updateTable("payments")
        .set({ transaction })
        .where("payment_id", "=", unnamed.payment_id)
        .execute();
      return;
    }
    await insertPayment(trx, paid, {
      card_brand: null,
      card_last4: null,
      transaction,
      refund_due: true,
      now,
      random,
    });
  });
}

async function insertPayment(
  trx: Transaction<Tables>,
  { checkout_id, session_id, amount, currency }: Checkout,
  {
    now,
    random,
    ...own
  }: Pick<Taking, "now" | "random"> &
    Pick<
      PaymentTable,
      "card_brand" | "card_last4" | "transaction" | "refund_due"
    >,
): Promise<void> {
  await trx
    .insertInto("payments")
    .values({
      payment_id: newToken(random),
      checkout_id,
      session_id,
      amount,
      currency,
      ...own,
      paid_at: now,
      refunded_at: null,
    })
    .execute();
}

/** How many payments were taken once too often and have not been given back. */
export async function countRefundsDue(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("payments")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("refund_due", "=", true)
    .where("refunded_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a session has paid for, oldest first; without what goes back. */
export function findPurchases(db: Database, sessionId: string) {
  return db
    .selectFrom("payments")
    .innerJoin("checkouts", "checkouts.checkout_id", "payments.checkout_id")
    .where("payments.session_id", "=", sessionId)
    .where("payments.refund_due", "=", false)
    .orderBy("payments.paid_at")
    .select([
      "payments.checkout_id",
      "checkouts.product",
      "checkouts.product_name",
      "payments.amount",
      "payments.currency",
      "checkouts.renewal_amount",
      "checkouts.renewal_days",
      "payments.paid_at",
    ])
    .execute();
}
