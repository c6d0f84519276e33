import type { Transaction } from "kysely";
import { newToken, type Random } from "../token.ts";
import { writeMessage } from "./outbox.ts";
import type { Quote } from "./quotes.ts";
import { keepSubscription } from "./subscriptions.ts";
import type {
  CheckoutStatus,
  CheckoutTable,
  Database,
  Tables,
} from "./tables.ts";

export interface Checkout extends Omit<CheckoutTable, "details"> {
  readonly details: Readonly<Record<string, unknown>>;
}

/** A card as it may be kept: the provider's token, never the number. */
export interface Card {
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
}

/** What a new order comes to: itself, one that waits for the same money, or the payment that was made for it. */
export interface Claim {
  readonly kind: "new" | "waiting" | "paid";
  readonly checkout: Checkout;
}

/**
 * Stores the draft of an order, unless the session has one for the same product and offer that waits, or has paid for
 * the product: what may be bought again counts as paid when its price was confirmed before the last payment. However
 * many ask at once, one draft is stored: they take turns, and the table allows no second one.
 */
export function claimOrder(
  db: Database,
  quote: Pick<Quote, "session_id" | "event_id" | "confirmed_at">,
  draft: Checkout,
): Promise<Claim> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, draft.session_id);
    const own = trx
      .selectFrom("checkouts")
      .selectAll()
      .where("session_id", "=", draft.session_id)
      .where("brand", "=", draft.brand)
      .where("product", "=", draft.product);
    const paid = await own
      .where("status", "=", "paid")
      .orderBy("settled_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (paid !== undefined && !isBoughtAgain(paid, quote, draft))
      return { kind: "paid", checkout: paid };
    const waiting = await own
      .where("offer", "=", draft.offer)
      .where("status", "in", ["open", "needs_authentication"])
      .executeTakeFirst();
    if (waiting !== undefined) return { kind: "waiting", checkout: waiting };
    await trx.insertInto("checkouts").values(toRow(draft)).execute();
    return { kind: "new", checkout: draft };
  });
}

function isBoughtAgain(
  { settled_at }: Pick<Checkout, "settled_at">,
  { confirmed_at }: Pick<Quote, "confirmed_at">,
  { repeatable }: Checkout,
): boolean {
  return repeatable && settled_at !== null && confirmed_at > settled_at;
}

/** Orders and payments of one session happen one after the other, until the transaction ends. */
async function takeTurn(
  trx: Transaction<Tables>,
  sessionId: string,
): Promise<void> {
  await trx
    .selectFrom("sessions")
    .select("session_id")
    .where("session_id", "=", sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Remembers which checkout a confirmed price was used for; the first one stays. */
export async function useQuote(
  db: Database,
  quote: Pick<Quote, "session_id" | "event_id">,
  checkoutId: string,
): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ checkout_id: checkoutId })
    .where("session_id", "=", quote.session_id)
    .where("event_id", "=", quote.event_id)
    .where("checkout_id", "is", null)
    .execute();
}

/** A checkout by its unguessable id, of whichever session. */
export async function findCheckout(
  db: Database,
  checkoutId: string,
): Promise<Checkout | null> {
  const row = await db
    .selectFrom("checkouts")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirst();
  return row ?? null;
}

export interface Move {
  readonly from: Exclude<CheckoutStatus, "paid">;
  readonly to: Exclude<CheckoutStatus, "open">;
  /** The card that was used; left out, the one that the checkout has. */
  readonly card?: Card | null;
  /** What the provider calls the payment from now on, and where the visitor goes on with it. */
  readonly reference?: string;
  readonly page?: string;
  /** The provider's name for what renews. */
  readonly subscription?: string;
  /** The provider's name for the transaction by which it was paid. */
  readonly transaction?: string;
  /** Whether a payment is told to the outside. */
  readonly publishes: boolean;
  readonly now: Date;
  readonly random: Random;
}

/**
 * Moves a checkout on and, when it is paid, takes the payment and saves the card, all or nothing. However many try,
 * one does it: the update is conditional, and `payments` holds a checkout once. False for all the others.
 */
export function moveCheckout(
  db: Database,
  checkoutId: string,
  move: Move,
): Promise<boolean> {
  const { card, reference, page } = move;
  return db.transaction().execute(async (trx) => {
    if (move.to === "paid") {
      const known = await trx
        .selectFrom("checkouts")
        .select("session_id")
        .where("checkout_id", "=", checkoutId)
        .executeTakeFirst();
      if (known !== undefined) await takeTurn(trx, known.session_id);
    }
    const moved = await trx
      .updateTable("checkouts")
      .set({
        status: move.to,
        ...(move.to === "needs_authentication" ? {} : { settled_at: move.now }),
        ...(card && {
          card_token: card.token,
          card_brand: card.brand,
          card_last4: card.last4,
        }),
        ...(reference !== undefined && { provider_reference: reference }),
        ...(page !== undefined && { provider_page: page }),
      })
      .where("checkout_id", "=", checkoutId)
      .where("status", "=", move.from)
      .returningAll()
      .executeTakeFirst();
    if (moved === undefined) return false;
    if (move.to === "paid") await takePayment(trx, moved, move);
    return true;
  });
}

async function takePayment(
  trx: Transaction<Tables>,
  paid: Checkout,
  { now, random, subscription, transaction, publishes }: Move,
): Promise<void> {
  const refund_due = !paid.repeatable && (await hasPaidBefore(trx, paid));
  await trx
    .insertInto("payments")
    .values({
      payment_id: newToken(random),
      checkout_id: paid.checkout_id,
      session_id: paid.session_id,
      amount: paid.amount,
      currency: paid.currency,
      card_brand: paid.card_brand,
      card_last4: paid.card_last4,
      paid_at: now,
      transaction: transaction ?? null,
      refund_due,
    })
    .execute();
  if (publishes)
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
  }: Pick<Move, "now" | "random"> & {
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
    await trx
      .insertInto("payments")
      .values({
        payment_id: newToken(random),
        checkout_id: paid.checkout_id,
        session_id: paid.session_id,
        amount: paid.amount,
        currency: paid.currency,
        card_brand: null,
        card_last4: null,
        paid_at: now,
        transaction,
        refund_due: true,
      })
      .execute();
  });
}

/** How many payments were taken once too often and have to go back. */
export async function countRefundsDue(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("payments")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("refund_due", "=", true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keeps what the provider has said about a checkout that it was asked to open. */
export async function describeCheckout(
  db: Database,
  checkoutId: string,
  told: Pick<Checkout, "provider_page" | "provider_reference">,
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set(told)
    .where("checkout_id", "=", checkoutId)
    .execute();
}

/** Takes a checkout back that the provider could not open; nobody has seen it. */
export async function deleteCheckout(
  db: Database,
  checkoutId: string,
): Promise<void> {
  await db
    .deleteFrom("checkouts")
    .where("checkout_id", "=", checkoutId)
    .where("status", "=", "open")
    .execute();
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

function toRow(checkout: Checkout) {
  return { ...checkout, details: JSON.stringify(checkout.details) };
}
