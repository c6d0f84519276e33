import { type Selectable, sql, type Transaction } from "kysely";
import { v7 } from "uuid";
import type { Database, Tables } from "./tables.ts";

/** Places are given to that many at a time. */
const BATCH = 1_000;

export type Message = Pick<
  Selectable<Tables["outbox"]>,
  "message_id" | "kind" | "payload" | "created_at" | "session_id"
>;

/** What is told of a visit; it goes with whoever is erased. */
export const VISIT_KINDS = [
  "contact.stored",
  "preview.completed",
  "preview.failed",
] as const;
/** What is told of an order: the books need it, whoever it was. */
export const ORDER_KINDS = [
  "payment.taken",
  "payment.refunded",
  "refund.failed",
  "payment.disputed",
  "dispute.closed",
  "renewal.upcoming",
  "renewal.taken",
  "renewal.failed",
  "subscription.cancelled",
] as const;
/** What is told to the outside. */
export const MESSAGE_KINDS = [
  ...VISIT_KINDS,
  ...ORDER_KINDS,
  "gift.opened",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message to the outside, written together with what it tells, whether anybody receives it yet or not. */
export async function writeMessage(
  db: Database | Transaction<Tables>,
  message: {
    readonly kind: MessageKind;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly now: Date;
    /** The digest of the visit that it is about, where it is about no order. */
    readonly session?: string;
  },
): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      // Those that one process writes at the same moment are told in the order in which it wrote them.
      message_id: v7(),
      kind: message.kind,
      payload: JSON.stringify(message.payload),
      created_at: message.now,
      place: null,
      session_id: message.session ?? null,
    })
    .execute();
}

/** null when it is of no more use and deleted. */
export async function findMessage(
  db: Database,
  messageId: string,
): Promise<Message | null> {
  const found = await db
    .selectFrom("outbox")
    .select(["message_id", "kind", "payload", "created_at", "session_id"])
    .where("message_id", "=", messageId)
    .executeTakeFirst();
  return found ?? null;
}

/** Whether a message is there, and stays until the transaction ends: nobody is erased with it before. */
export async function holdMessage(
  trx: Transaction<Tables>,
  messageId: string,
): Promise<boolean> {
  const held = await trx
    .selectFrom("outbox")
    .select("message_id")
    .where("message_id", "=", messageId)
    .forKeyShare()
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Gives places to what was written since. By one process at a time until its transaction ends: whoever sees a place sees
 * all that are before it. What an erasure has in hand is deleted, or comes after it.
 */
export async function givePlaces(db: Database): Promise<void> {
  const waiting = await db
    .selectFrom("outbox")
    .select("message_id")
    .where("place", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return;
  for (let given = BATCH; given === BATCH;)
    given = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('message_places'))`.execute(
        trx,
      );
      const { rows } = await sql`with next as (
          select message_id, nextval('message_places') as place
          from (select message_id from outbox where place is null
            order by created_at, message_id limit ${BATCH} for update skip locked) waiting
        )
        update outbox set place = next.place from next
        where outbox.message_id = next.message_id
        returning 1`.execute(trx);
      return rows.length;
    });
}

/** Somebody who is told of some kinds of messages; empty: of all. */
export interface Interest {
  readonly name: string;
  readonly kinds: readonly string[];
}

/** Where what a receiver has not taken yet waits. */
export function queueOf({ name }: Pick<Interest, "name">): string {
  return `deliveries-${name}`;
}

/** Whether a receiver is told of a kind of message. */
export function isTold({ kinds }: Interest, kind: string): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/**
 * Passes the next messages that a receiver has not had to `take`, in one transaction, at most `count`. A receiver that is
 * new begins with the oldest one there is. Answers how many; 0 as well while another process is at it.
 */
export function passOn(
  db: Database,
  { name, kinds }: Interest,
  options: {
    readonly count: number;
    readonly now: Date;
    take(
      messages: readonly Pick<Message, "message_id" | "kind">[],
      trx: Transaction<Tables>,
    ): Promise<void>;
  },
): Promise<number> {
  const { count, now } = options;
  return db.transaction().execute(async (trx) => {
    const receiver = await lockReceiver(trx, name, now);
    if (receiver === null) return 0;
    const { last } = await trx
      .selectFrom("outbox")
      .select(({ fn }) => fn.max("place").as("last"))
      .where("place", ">", receiver.place)
      .executeTakeFirstOrThrow();
    const next = await trx
      .selectFrom("outbox")
      .select(["message_id", "kind", "place"])
      .where("place", ">", receiver.place)
      .where("place", "<=", last ?? receiver.place)
      .$if(kinds.length > 0, (query) => query.where("kind", "in", kinds))
      .orderBy("place")
      .limit(count)
      .execute();
    await options.take(next, trx);
    // Past those of other kinds as well, unless there are more of its own than were asked for.
    const end = next.length < count ? last : next.at(-1)?.place;
    if (end !== null || isOld(receiver.seen_at, now))
      await trx
        .updateTable("receivers")
        .set({ place: end ?? receiver.place, seen_at: now })
        .where("name", "=", name)
        .execute();
    return next.length;
  });
}

/** null while another process has it. */
async function lockReceiver(
  trx: Transaction<Tables>,
  name: string,
  now: Date,
): Promise<Pick<Selectable<Tables["receivers"]>, "place" | "seen_at"> | null> {
  const receivers = trx
    .selectFrom("receivers")
    .select(["place", "seen_at"])
    .where("name", "=", name);
  if ((await receivers.executeTakeFirst()) === undefined)
    await trx
      .insertInto("receivers")
      .values({ name, place: 0, seen_at: now })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  const locked = await receivers.forUpdate().skipLocked().executeTakeFirst();
  return locked ?? null;
}

/** What nobody has seen for a long time holds no messages; once a day is often enough to say that one is still there. */
function isOld(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() > 86_400_000;
}
