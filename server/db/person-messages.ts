import { sql, type Transaction } from "kysely";
import type { Person, Traces } from "./persons.ts";
import type { Database, Tables } from "./tables.ts";

type Reader = Database | Transaction<Tables>;

/** What names the messages about a person. */
export interface Told {
  /** Of contacts. */
  readonly events: readonly string[];
  /** Of orders. */
  readonly checkouts: readonly string[];
}

/** By which names messages know a person's contacts and orders. */
export async function findNames(
  db: Reader,
  { sessions }: Traces,
): Promise<Told> {
  if (sessions.length === 0) return { events: [], checkouts: [] };
  const contacts = await db
    .selectFrom("contacts")
    .select("event_id")
    .where("session_id", "in", sessions)
    .execute();
  const checkouts = await db
    .selectFrom("checkouts")
    .select("checkout_id")
    .where("session_id", "in", sessions)
    .execute();
  return {
    events: contacts.map(({ event_id }) => event_id),
    checkouts: checkouts.map(({ checkout_id }) => checkout_id),
  };
}

/** Which messages are about a person: contacts by their event or the email itself, everything else by the order. */
export function findAbout(
  db: Reader,
  { email }: Traces,
  { events, checkouts }: Told,
): Promise<{ message_id: string; kind: string }[]> {
  return db
    .selectFrom("outbox")
    .select(["message_id", "kind"])
    .where((eb) =>
      eb.or([
        ...(email === null
          ? []
          : [eb(sql`lower(payload->>'email')`, "=", email)]),
        ...(checkouts.length === 0
          ? []
          : [eb(sql`payload->>'checkout_id'`, "in", checkouts)]),
        ...(events.length === 0
          ? []
          : [
              eb.and([
                eb("kind", "=", "contact.stored"),
                eb(sql`payload->>'event_id'`, "in", events),
              ]),
            ]),
      ]),
    )
    .execute();
}

/** What was told to the outside, as long as it is kept, and which receivers have come past it. */
export interface ToldMessage {
  readonly message_id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly passed: readonly string[];
}

/** A mail that was sent, by its name: a receipt goes by its order, others by the message that they tell of. */
export interface SentMail {
  readonly mail_id: string;
  readonly sent_at: Date;
}

/** What a person, or whoever made an order, was sent about it, and what receivers were told. */
export interface Sent {
  readonly mails: readonly SentMail[];
  readonly messages: readonly ToldMessage[];
}

export async function findSent(db: Database, person: Person): Promise<Sent> {
  return sentAbout(db, person, await findNames(db, person));
}

/** The same about one order. */
export function findSentOf(db: Database, checkoutId: string): Promise<Sent> {
  const nobody = { email: null, sessions: [] };
  return sentAbout(db, nobody, { events: [], checkouts: [checkoutId] });
}

async function sentAbout(
  db: Database,
  traces: Traces,
  told: Told,
): Promise<Sent> {
  const about = await findAbout(db, traces, told);
  const ids = about.map(({ message_id }) => message_id);
  const names = [
    ...told.checkouts.map((id) => `payment.taken-${id}`),
    ...about.map(({ kind, message_id }) => `${kind}-${message_id}`),
  ];
  return {
    mails: await findMails(db, names),
    messages: await findMessages(db, ids),
  };
}

async function findMessages(
  db: Database,
  ids: readonly string[],
): Promise<readonly ToldMessage[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("outbox as o")
    .where("o.message_id", "in", ids)
    .select([
      "o.message_id",
      "o.kind",
      "o.created_at",
      sql<readonly string[]>`coalesce((select jsonb_agg(r.name order by r.name)
        from receivers r where r.place >= o.place and r.name <> 'mail'), '[]')`.as(
        "passed",
      ),
    ])
    .orderBy("o.created_at")
    .execute();
}

async function findMails(
  db: Database,
  names: readonly string[],
): Promise<readonly SentMail[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom("mails")
    .select(["mail_id", "sent_at"])
    .where((eb) =>
      eb.or([eb("mail_id", "in", names), eb("again_of", "in", names)]),
    )
    .orderBy("sent_at")
    .execute();
}
