import { randomUUID } from "node:crypto";
import { type Selectable, sql, type Transaction } from "kysely";
import type { Database, Tables } from "./tables.ts";

type Message = Selectable<Tables["outbox"]>;

/** How long a message is left to the process that took it, before another one may. */
const LEASE_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

export type MessageKind =
  | "contact.stored"
  | "payment.taken"
  | "payment.refunded"
  | "payment.disputed"
  | "dispute.closed"
  | "renewal.taken"
  | "renewal.failed"
  | "subscription.cancelled";

/** A message to the outside, written together with what it tells. */
export async function writeMessage(
  db: Database | Transaction<Tables>,
  message: {
    readonly kind: MessageKind;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      message_id: randomUUID(),
      kind: message.kind,
      payload: JSON.stringify(message.payload),
      created_at: message.now,
      next_try_at: message.now,
      tries: 0,
      sent_at: null,
    })
    .execute();
}

/** Takes messages that are due, oldest first; no other process gets them until the lease ends. */
export function takeMessages(
  db: Database,
  count: number,
  now: Date,
): Promise<Message[]> {
  const due = db
    .selectFrom("outbox")
    .select("message_id")
    .where("sent_at", "is", null)
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(count)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable("outbox")
    .set({
      next_try_at: new Date(now.getTime() + LEASE_MS),
      tries: sql`tries + 1`,
    })
    .where("message_id", "in", due)
    .returningAll()
    .execute();
}

export async function markSent(
  db: Database,
  messageId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ sent_at: now })
    .where("message_id", "=", messageId)
    .execute();
}

/** Puts a message off: a minute after the first failure, then twice as long each time, an hour at most. */
export async function putOff(
  db: Database,
  { message_id, tries }: Pick<Message, "message_id" | "tries">,
  now: Date,
): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_MS, LEASE_MS * 2 ** (tries - 1));
  await db
    .updateTable("outbox")
    .set({ next_try_at: new Date(now.getTime() + wait) })
    .where("message_id", "=", message_id)
    .execute();
}
