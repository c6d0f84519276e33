import { sql, type Transaction } from "kysely";
import { findUntaken } from "./jobs.ts";
import { contactMailId } from "./mails.ts";
import { type Interest, isTold, queueOf } from "./outbox.ts";
import type { Person, Traces } from "./persons.ts";
import type { Database, Tables } from "./tables.ts";

type Reader = Database | Transaction<Tables>;

/** What names the messages about a person. */
export interface Told {
  /** Of visits. */
  readonly sessions: readonly string[];
  /** Of contacts: messages of earlier versions do not name their visit. */
  readonly events: readonly string[];
  /** Of orders. */
  readonly checkouts: readonly string[];
}

/** By which names messages know a person's contacts and orders. */
export async function findNames(
  db: Reader,
  { sessions }: Traces,
): Promise<Told> {
  if (sessions.length === 0) return { sessions, events: [], checkouts: [] };
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
    sessions,
    events: contacts.map(({ event_id }) => event_id),
    checkouts: checkouts.map(({ checkout_id }) => checkout_id),
  };
}

/**
 * Which messages are about a person: by the visit, the event of a contact, the email itself, or the order. Each has an
 * index: with one that has none, all messages would be read.
 */
export function findAbout(
  db: Reader,
  { email }: Traces,
  { sessions, events, checkouts }: Told,
): Promise<{ message_id: string; kind: string }[]> {
  return db
    .selectFrom("outbox")
    .select(["message_id", "kind"])
    .where((eb) =>
      eb.or([
        ...(email === null
          ? []
          : [eb(sql`lower(payload->>'email')`, "=", email)]),
        ...(sessions.length === 0 ? [] : [eb("session_id", "in", sessions)]),
        ...(checkouts.length === 0
          ? []
          : [
              eb.and([
                eb(sql`payload->>'checkout_id'`, "in", checkouts),
                // It is about whoever has opened it.
                eb("kind", "<>", "gift.opened"),
              ]),
            ]),
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

/** What was told to the outside, as long as it is kept, and which receivers have taken it. */
export interface ToldMessage {
  readonly message_id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly passed: readonly string[];
  /** Who has not taken it yet, and who is not told any more because it was tried too often. */
  readonly waiting: readonly string[];
  readonly given_up: readonly string[];
}

/** A mail that was sent, by its name. */
export interface SentMail {
  readonly mail_id: string;
  readonly sent_at: Date;
}

/** What a person, or whoever made an order, was sent about it, and what receivers were told. */
export interface Sent {
  readonly mails: readonly SentMail[];
  readonly messages: readonly ToldMessage[];
}

export interface SentServices {
  readonly db: Database;
  /** Who is told of messages now. */
  readonly receivers: readonly Interest[];
}

export async function findSent(
  services: SentServices,
  person: Person,
): Promise<Sent> {
  return sentAbout(services, person, await findNames(services.db, person));
}

/** The same about one order. */
export function findSentOf(
  services: SentServices,
  checkoutId: string,
): Promise<Sent> {
  const nobody = { email: null, sessions: [] };
  const told = { sessions: [], events: [], checkouts: [checkoutId] };
  return sentAbout(services, nobody, told);
}

async function sentAbout(
  services: SentServices,
  traces: Traces,
  told: Told,
): Promise<Sent> {
  const { db } = services;
  const about = await findAbout(db, traces, told);
  const ids = about.map(({ message_id }) => message_id);
  return {
    mails: await findMails(db, await mailNames(db, told, about)),
    messages: await findMessages(services, ids),
  };
}

async function findMessages(
  { db, receivers }: SentServices,
  ids: readonly string[],
): Promise<readonly ToldMessage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("outbox as o")
    .where("o.message_id", "in", ids)
    .select([
      "o.message_id",
      "o.kind",
      "o.created_at",
      sql<readonly string[]>`coalesce((select jsonb_agg(r.name order by r.name)
        from receivers r where r.place >= o.place and r.name <> 'mail'), '[]')`.as(
        "reached",
      ),
    ])
    .orderBy("o.created_at")
    .execute();
  const untaken = await findUntaken(db, ids);
  return rows.map(({ reached, ...message }) => {
    const { message_id, kind } = message;
    // Whoever is not set up any more was told of everything, as far as anybody knows.
    const told = reached.filter((name) => {
      const receiver = receivers.find((one) => one.name === name);
      return receiver === undefined || isTold(receiver, kind);
    });
    const jobOf = (name: string) =>
      untaken.find(
        (job) =>
          job.message_id === message_id && job.queue === queueOf({ name }),
      );
    return {
      ...message,
      passed: told.filter((name) => jobOf(name) === undefined),
      waiting: told.filter((name) => jobOf(name)?.is_dead === false),
      given_up: told.filter((name) => jobOf(name)?.is_dead === true),
    };
  });
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

/** By which names mails to a person are known, sent or not. */
export async function findMailNames(
  db: Database,
  person: Person,
): Promise<string[]> {
  const told = await findNames(db, person);
  return mailNames(db, told, await findAbout(db, person, told));
}

/** To a contact by the visit and the funnel, a receipt by its order, others by the message that they tell of. */
async function mailNames(
  db: Database,
  told: Told,
  about: readonly { readonly kind: string; readonly message_id: string }[],
): Promise<string[]> {
  return [
    ...(await findContactMails(db, told)),
    ...told.checkouts.map((id) => `payment.taken-${id}`),
    ...about.map(({ kind, message_id }) => `${kind}-${message_id}`),
  ];
}

/** By which names the mails to a person's contacts are known, sent or not. */
async function findContactMails(
  db: Reader,
  { sessions }: Pick<Told, "sessions">,
): Promise<string[]> {
  if (sessions.length === 0) return [];
  const rows = await db
    .selectFrom("contacts")
    .select(["session_id", "brand", "funnel"])
    .distinct()
    .where("session_id", "in", sessions)
    .execute();
  return rows.flatMap(({ session_id, brand, funnel }) =>
    brand === null || funnel === null
      ? []
      : [contactMailId({ session_id, brand, funnel })],
  );
}
