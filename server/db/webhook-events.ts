import type { Database } from "./tables.ts";

interface ReceivedEvent {
  readonly event_id: string;
  readonly provider: string;
  readonly type: string;
  readonly now: Date;
}

/**
 * Keeps an event on disk before anything follows from it. False when it has been dealt with before; an event whose
 * first try failed is dealt with again.
 */
export async function receiveEvent(
  db: Database,
  { event_id, provider, type, now }: ReceivedEvent,
): Promise<boolean> {
  const inserted = await db
    .insertInto("webhook_events")
    .values({ event_id, provider, type, received_at: now, processed_at: null })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (inserted !== undefined) return true;
  const known = await db
    .selectFrom("webhook_events")
    .select("processed_at")
    .where("event_id", "=", event_id)
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
    .set({ processed_at: now })
    .where("event_id", "=", event_id)
    .execute();
}
