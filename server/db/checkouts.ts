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

export async function insertCheckout(
  db: Database,
  checkout: Checkout,
): Promise<void> {
  await db.insertInto("checkouts").values(toRow(checkout)).execute();
}

/**
 * Makes the checkout of a confirmed price, once: whoever comes second gets the first one's. The price is claimed by a
 * conditional update, so that two processes cannot both make one.
 */
export async function claimQuote(
  db: Database,
  quote: Quote,
  draft: () => Checkout,
): Promise<Checkout> {
  const known =
    quote.checkout_id && (await findCheckout(db, quote.checkout_id));
  if (known) return known;
  const checkout = draft();
  return db.transaction().execute(async (trx) => {
    await trx.insertInto("checkouts").values(toRow(checkout)).execute();
    const claimed = await trx
      .updateTable("quotes")
      .set({ checkout_id: checkout.checkout_id })
      .where("session_id", "=", quote.session_id)
      .where("event_id", "=", quote.event_id)
      .where("checkout_id", "is", null)
      .returning("event_id")
      .executeTakeFirst();
    if (claimed !== undefined) return checkout;
    await trx
      .deleteFrom("checkouts")
      .where("checkout_id", "=", checkout.checkout_id)
      .execute();
    return trx
      .selectFrom("checkouts")
      .innerJoin("quotes", "quotes.checkout_id", "checkouts.checkout_id")
      .where("quotes.session_id", "=", quote.session_id)
      .where("quotes.event_id", "=", quote.event_id)
      .selectAll("checkouts")
      .executeTakeFirstOrThrow();
  });
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
  { now, random, subscription, publishes }: Move,
): Promise<void> {
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

/** Keeps what the provider has said about a checkout that it was asked to open. */
export async function describeCheckout(
  db: Database,
  checkoutId: string,
  told: { readonly reference: string | null; readonly page: string },
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set({ provider_reference: told.reference, provider_page: told.page })
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

/** What a session has paid for, oldest first. */
export function findPurchases(db: Database, sessionId: string) {
  return db
    .selectFrom("payments")
    .innerJoin("checkouts", "checkouts.checkout_id", "payments.checkout_id")
    .where("payments.session_id", "=", sessionId)
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
