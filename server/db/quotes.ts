import type { Transaction } from "kysely";
import type {
  Database,
  QuoteTable,
  SavedMethodTable,
  Tables,
} from "./tables.ts";
import { takeTurnWhileOpen } from "./turn.ts";

export type Quote = QuoteTable;

/**
 * Keeps a confirmed price under its event. Asked again with the same price, it answers the reference of the first
 * time; with another price, null. What it renews at stays as it was confirmed first.
 */
export async function confirmQuote(
  db: Database,
  quote: Omit<Quote, "checkout_id">,
): Promise<{ readonly reference: string | null } | null> {
  const row = await db.transaction().execute((trx) => insertQuote(trx, quote));
  return row ?? null;
}

async function insertQuote(
  trx: Transaction<Tables>,
  quote: Omit<Quote, "checkout_id">,
) {
  await takeTurnWhileOpen(trx, quote.session_id, quote.confirmed_at);
  return trx
    .insertInto("quotes")
    .values({ ...quote, checkout_id: null })
    .onConflict((conflict) =>
      conflict
        .columns(["session_id", "event_id"])
        .doUpdateSet((eb) => ({
          confirmed_at: eb.ref("excluded.confirmed_at"),
        }))
        .whereRef("quotes.product", "=", "excluded.product")
        .whereRef("quotes.amount", "=", "excluded.amount")
        .whereRef("quotes.currency", "=", "excluded.currency"),
    )
    .returning("reference")
    .executeTakeFirst();
}

/** The price that was confirmed last for a product in a session. */
export async function latestQuote(
  db: Database,
  sessionId: string,
  product: string,
): Promise<Quote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("product", "=", product)
    .orderBy("confirmed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The price that was confirmed by an event for a product in a session. */
export async function findQuote(
  db: Database,
  sessionId: string,
  { product, event_id }: Pick<Quote, "product" | "event_id">,
): Promise<Quote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("event_id", "=", event_id)
    .where("product", "=", product)
    .executeTakeFirst();
  return row ?? null;
}

/** The quote and saved method behind a reference; null when it is not of this session. */
export async function findReference(
  db: Database,
  sessionId: string,
  reference: string,
): Promise<{ quote: Quote; method: SavedMethodTable } | null> {
  const quote = await db
    .selectFrom("quotes")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("reference", "=", reference)
    .executeTakeFirst();
  const method =
    quote?.method_id &&
    (await db
      .selectFrom("saved_methods")
      .selectAll()
      .where("method_id", "=", quote.method_id)
      .executeTakeFirst());
  return quote && method ? { quote, method } : null;
}

/** The payment method saved last in a session with one of these providers. */
export async function latestMethod(
  db: Database,
  sessionId: string,
  providers: readonly string[],
): Promise<SavedMethodTable | null> {
  const row = await db
    .selectFrom("saved_methods")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("provider", "in", providers)
    .orderBy("saved_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
