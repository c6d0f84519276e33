import type { Transaction } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import { isChoiceOf, isLastChoice } from "./bought.ts";
import { countOf } from "./count-of.ts";
import { type Taking, takePayment } from "./payments.ts";
import { addUse, type PromoUse, takeUse } from "./promo-codes.ts";
import type { Quote } from "./quotes.ts";
import { takeTurn, takeTurnWhileOpen } from "./turn.ts";
import {
  type Checkout,
  type CheckoutStatus,
  type Database,
  type Tables,
  WAITING,
} from "./tables.ts";

export type { Checkout };

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

/** An order that is not stored yet, with the promo code that lowers it. */
export interface Draft {
  readonly checkout: Checkout;
  readonly use: PromoUse | null;
}

/**
 * Stores the draft of an order, unless the session has one for the same product and offer that waits, or has paid for
 * the product, and the money has not gone back: what may be bought again counts as paid when its price was confirmed
 * before the last payment. Another plan that the offer has to choose from waits as well, and counts as paid while it
 * goes on, or where it was paid after the price was confirmed. However many ask at once, one draft is stored: they take
 * turns, and the table allows no second one. A promo code that is used up lowers none; another order of the same session
 * that waits for its lowered price counts as waiting.
 */
export function claimOrder(
  db: Database,
  quote: Pick<Quote, "session_id" | "event_id" | "confirmed_at">,
  { checkout: draft, use }: Draft,
): Promise<Claim | { readonly kind: "used-up" }> {
  return db.transaction().execute(async (trx) => {
    await takeTurnWhileOpen(trx, draft.session_id, draft.created_at);
    const own = trx
      .selectFrom("checkouts")
      .selectAll()
      .where("session_id", "=", draft.session_id)
      .where("brand", "=", draft.brand)
      .where(isChoiceOf(draft));
    const paid = await own
      .where("status", "=", "paid")
      .where(isLastChoice(draft, quote.confirmed_at))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("payments")
            .select("payment_id")
            .whereRef("payments.checkout_id", "=", "checkouts.checkout_id")
            .where("refund_due", "=", false)
            .where("state", "not in", RETURNED),
        ),
      )
      .orderBy("settled_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (paid !== undefined && !isBoughtAgain(paid, quote, draft))
      return { kind: "paid", checkout: paid };
    const waiting = await own
      .where("offer", "=", draft.offer)
      .where("status", "in", WAITING)
      .orderBy((eb) => eb("product", "=", draft.product))
      .executeTakeFirst();
    if (waiting !== undefined) return { kind: "waiting", checkout: waiting };
    const availability = use === null ? "free" : await takeUse(trx, use, draft);
    if (availability === "used-up") return { kind: availability };
    if (availability !== "free")
      return { kind: "waiting", checkout: availability };
    await trx.insertInto("checkouts").values(toRow(draft)).execute();
    if (use !== null) await addUse(trx, draft.checkout_id, use);
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

/** The email of the last order of a session that has one; null where none has. */
export async function findOrderEmail(
  db: Database,
  sessionId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("checkouts")
    .select("email")
    .where("session_id", "=", sessionId)
    .where("email", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.email ?? null;
}

export interface Move extends Taking {
  readonly from: Exclude<CheckoutStatus, "paid">;
  readonly to: Exclude<CheckoutStatus, "open">;
  /** The card that was used; left out, the one that the checkout has. */
  readonly card?: Card | null;
  /** What the provider calls the payment from now on, and where the visitor goes on with it. */
  readonly reference?: string;
  readonly page?: string;
}

/**
 * Moves a checkout on and, when it is paid, takes the payment and saves the card, all or nothing. However many try,
 * one does it: the update is conditional, and `payments` holds a checkout once. False for all the others. Of a session
 * that has ended no card is kept: nothing is charged in it any more, and it may be somebody's who was erased.
 */
export function moveCheckout(
  db: Database,
  checkoutId: string,
  move: Move,
): Promise<boolean> {
  const { card, reference, page } = move;
  return db.transaction().execute(async (trx) => {
    const isEnded =
      (move.to === "paid" || card) &&
      (await hasEnded(trx, checkoutId, move.now));
    const moved = await trx
      .updateTable("checkouts")
      .set({
        status: move.to,
        unknown_since: null,
        untold_since: null,
        busy_with: null,
        busy_since: null,
        ...(move.to === "needs_authentication" ? {} : { settled_at: move.now }),
        ...(card && {
          card_token: card.token,
          card_brand: card.brand,
          card_last4: card.last4,
        }),
        ...(isEnded && NO_CARD),
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

const NO_CARD = { card_token: null, card_brand: null, card_last4: null };

/** Whether the session of a checkout has ended; in its turn, so that no erasure comes in between. */
async function hasEnded(
  trx: Transaction<Tables>,
  checkoutId: string,
  now: Date,
): Promise<boolean> {
  const known = await trx
    .selectFrom("checkouts")
    .select("session_id")
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirst();
  if (known === undefined) return false;
  const until = await takeTurn(trx, known.session_id);
  return until === null || until <= now;
}

/** Keeps what the provider has said about a checkout that it was asked to charge. */
export async function describeCheckout(
  db: Database,
  checkoutId: string,
  told: Pick<Checkout, "provider_reference">,
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set(told)
    .where("checkout_id", "=", checkoutId)
    .execute();
}

/**
 * Takes a checkout that nobody can say anything of out of its offer, so that another one may take its place there. It goes
 * on waiting: what was paid by it is recorded whenever that is known.
 */
export async function setAside(
  db: Database,
  checkoutId: string,
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set({ offer: null })
    .where("checkout_id", "=", checkoutId)
    .where("status", "in", WAITING)
    .execute();
}

/** What is known of a checkout that waits: nothing against it, nothing at all, or only that nobody has told anything. */
export type Knowledge = "known" | "unknown" | "untold";

/** Notes that the provider was asked after a checkout, and what is known of it now. */
export async function noteAsked(
  db: Database,
  checkoutId: string,
  { now, knowledge }: { readonly now: Date; readonly knowledge: Knowledge },
): Promise<void> {
  await db
    .updateTable("checkouts")
    .set(({ fn, val, ref }) => {
      const since = (column: "unknown_since" | "untold_since") =>
        fn.coalesce(ref(column), val(now));
      return {
        asked_at: now,
        unknown_since: knowledge === "unknown" ? since("unknown_since") : null,
        untold_since: knowledge === "untold" ? since("untold_since") : null,
      };
    })
    .where("checkout_id", "=", checkoutId)
    .where("status", "in", WAITING)
    .execute();
}

/** How many checkouts there are of which nobody can say whether they were paid. */
export function countUnknown(db: Database): Promise<number> {
  return countSince(db, "unknown_since");
}

/** How many there are of which nothing was ever told, with providers that cannot be asked. */
export function countUntold(db: Database): Promise<number> {
  return countSince(db, "untold_since");
}

function countSince(
  db: Database,
  column: "unknown_since" | "untold_since",
): Promise<number> {
  return countOf(db.selectFrom("checkouts").where(column, "is not", null));
}

function toRow(checkout: Checkout) {
  return { ...checkout, details: JSON.stringify(checkout.details) };
}
