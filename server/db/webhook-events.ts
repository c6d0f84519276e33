import { sql, type Transaction } from "kysely";
import { countOf } from "./count-of.ts";
import type { Database, Tables } from "./tables.ts";

type Reader = Database | Transaction<Tables>;

/** Providers send again soon what they have got no answer to; what is left by then, somebody has to look at. */
const LEFT_MS = 15 * 60_000;

export interface ReceivedEvent {
  readonly event_id: string;
  readonly provider: string;
  readonly type: string;
  /** The checkout that it names; null where it names none of ours. */
  readonly checkout_id: string | null;
}

/**
 * Keeps an event on disk before anything follows from it. False when it has been dealt with before; an event whose
 * first try failed is dealt with again.
 */
export async function receiveEvent(
  db: Database,
  event: ReceivedEvent,
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto("webhook_events")
    .values({ ...event, received_at: now, processed_at: null })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (inserted !== undefined) return true;
  const known = await db
    .selectFrom("webhook_events")
    .select("processed_at")
    .where("event_id", "=", event.event_id)
    .executeTakeFirst();
  return known?.processed_at === null;
}

/** Everything that follows from an event is stored. */
export async function finishEvent(
  db: Database,
  event_id: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("webhook_events")
    .set({ processed_at: now, problem: null, no_order: false })
    .where("event_id", "=", event_id)
    .execute();
}

/** Notes why an event could not be dealt with; it may come again. */
export async function noteProblem(
  db: Database,
  event_id: string,
  noted: { readonly problem: string; readonly no_order: boolean },
): Promise<void> {
  await db
    .updateTable("webhook_events")
    .set(noted)
    .where("event_id", "=", event_id)
    .execute();
}

/** An event that was not dealt with, as somebody sees it who has to. */
export type LeftEvent = Awaited<ReturnType<typeof findLeft>>[number];

/** What was not dealt with, oldest first. */
export function findLeft(db: Database, now: Date, limit: number) {
  return left(db, now)
    .select([
      "event_id",
      "provider",
      "type",
      "checkout_id",
      "no_order",
      "problem",
      "received_at",
    ])
    .orderBy("received_at")
    .limit(limit)
    .execute();
}

/** How many there are; those that tell of money without an order, or the others. */
export function countLeft(
  db: Database,
  now: Date,
  no_order: boolean,
): Promise<number> {
  return countOf(left(db, now).where("no_order", "=", no_order));
}

/** Somebody has looked at what was not dealt with: one event. Answers how many that were. */
export async function dropLeft(
  db: Database,
  event_id: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_events")
    .set({ processed_at: now })
    .where("event_id", "=", event_id)
    .where("processed_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Whether a message about a checkout was not dealt with. */
export async function isLeft(
  db: Database,
  checkoutId: string,
): Promise<boolean> {
  const found = await leftOf(db, checkoutId)
    .select("event_id")
    .executeTakeFirst();
  return found !== undefined;
}

/** What was not dealt with of a checkout, oldest first. */
export function findLeftOf(db: Reader, checkoutId: string) {
  return leftOf(db, checkoutId)
    .select(["event_id", "type", "problem", "received_at"])
    .orderBy("received_at")
    .execute();
}

/** Somebody has settled a checkout by hand, and with it the messages about it of some types. */
export async function dropLeftOf(
  db: Database,
  checkoutId: string,
  isOfType: (type: string) => boolean,
  now: Date,
): Promise<void> {
  const all = await findLeftOf(db, checkoutId);
  for (const { event_id, type } of all)
    if (isOfType(type)) await dropLeft(db, event_id, now);
}

function leftOf(db: Reader, checkoutId: string) {
  return db
    .selectFrom("webhook_events")
    .where("checkout_id", "=", checkoutId)
    .where("processed_at", "is", null);
}

function left(db: Database, now: Date) {
  const before = new Date(now.getTime() - LEFT_MS);
  return db
    .selectFrom("webhook_events")
    .where("processed_at", "is", null)
    .where(sql<boolean>`(no_order or received_at < ${before})`);
}
