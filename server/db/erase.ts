import { type RawBuilder, sql, type Transaction } from "kysely";
import { IS_TO_CANCEL } from "./cancelled-plans.ts";
import { eraseConsents } from "./consents.ts";
import { eraseByName } from "./erase-by-name.ts";
import { eraseSessions } from "./erase-sessions.ts";
import { dropJobs } from "./jobs.ts";
import {
  type AskedBy,
  findEmailsIn,
  findFor,
  findPerson,
  type Person,
  type Traces,
} from "./persons.ts";
import { VISIT_KINDS } from "./outbox.ts";
import { findAbout, findNames, type Told } from "./person-messages.ts";
import type { Database, Tables } from "./tables.ts";
import { takeTurn } from "./turn.ts";

/** A query may tell who it was. */
const PATH_ALONE = sql<string>`regexp_replace(return_path, '[?#].*$', '')`;

/** The database needs memory for each character of a pattern, and one of 100,000 is more than it may take. */
const PATTERN_LENGTH = 1_000;

/** How much of a person was deleted, and what stays. */
export interface Erased {
  /** Rows, by what they are. */
  readonly deleted: Readonly<Record<string, number>>;
  readonly kept: {
    /** Orders, paid or not, without a name, an email, a card or what was told with them. */
    readonly orders: number;
    /** Subscriptions that the provider goes on charging: an erasure ends none. */
    readonly renewing: readonly {
      readonly checkout_id: string;
      readonly provider: string;
      readonly reference: string | null;
      /** Whether its buyer has asked for the end: that is seen to after the erasure as well. */
      readonly is_to_cancel: boolean;
    }[];
  };
}

/** What comes with an erasure, which it prevents by throwing. */
interface Also {
  /** While all of the person is there yet. */
  before?(trx: Transaction<Tables>, person: Person): Promise<void>;
  /** When nothing is left to do but to make it last. */
  after?(): void;
}

/**
 * Deletes everything that tells who a person was, in one transaction. What was bought stays as sums and states under
 * names that are digests or chance. Of an email that nobody gave, nothing is deleted; so it may be done twice. `also` is
 * done in the same transaction.
 */
export function erasePerson(
  db: Database,
  email: string,
  now: Date,
  by: AskedBy = "operator",
  also: Also = {},
): Promise<Erased> {
  return db.transaction().execute(async (trx) => {
    const person = await findFor(by, trx, email);
    // Sorted, so that two erasures never wait for each other; nothing is paid in these sessions meanwhile.
    for (const session of person.sessions) await takeTurn(trx, session);
    await also.before?.(trx, person);
    const erased = await eraseTraces(trx, person, now);
    if (by === "visitor") await eraseMentions(trx, person.email);
    also.after?.();
    return erased;
  });
}

/** Erases once more what was left in some sessions, as `erasePerson` does of a person. */
export function eraseAgain(
  db: Database,
  sessions: readonly string[],
  now: Date,
): Promise<Erased> {
  return db.transaction().execute(async (trx) => {
    const sorted = sessions.toSorted();
    for (const session of sorted) await takeTurn(trx, session);
    const traces = { email: null, sessions: sorted };
    let opened = 0;
    for (const email of await findEmailsGone(trx, traces))
      opened += await forgetOpened(trx, { ...traces, email });
    const { deleted, kept } = await eraseTraces(trx, traces, now);
    return { deleted: { ...deleted, names_of_gifts: opened }, kept };
  });
}

/**
 * Deletes what tells who somebody was in these sessions, and what is kept by the email if there is one. What is kept by
 * another email that was given in them goes with the last session in which it was.
 */
export async function eraseTraces(
  trx: Transaction<Tables>,
  traces: Traces,
  now: Date,
): Promise<Erased> {
  const told = await findNames(trx, traces);
  const emails = await findEmailsGone(trx, traces);
  const deleted = {
    messages: await eraseMessages(trx, traces, told),
    ...(await eraseByName(trx, traces.sessions, emails)),
    names_of_gifts: await forgetOpened(trx, traces),
    privacy_choices: await eraseConsents(trx, traces),
    ...(await eraseSessions(trx, traces, now)),
  };
  await cleanOrders(trx, told);
  await cleanQuotes(trx, emails);
  return { deleted, kept: await findKept(trx, traces, told) };
}

/** The email of these traces, and every one that was given in their sessions and in no other. */
async function findEmailsGone(
  trx: Transaction<Tables>,
  { email, sessions }: Traces,
): Promise<readonly string[]> {
  const gone = new Set(email === null ? [] : [email]);
  for (const given of await findEmailsIn(trx, sessions)) {
    const person = await findPerson(trx, given);
    if (person.sessions.every((one) => sessions.includes(one))) gone.add(given);
  }
  return [...gone];
}

/** Takes an email out of sessions that are somebody else's, and leaves them the rest. */
async function eraseMentions(
  trx: Transaction<Tables>,
  email: string,
): Promise<void> {
  await trx
    .deleteFrom("contacts")
    .where(sql`lower(fields->>'email')`, "=", email)
    .execute();
  await trx
    .updateTable("checkouts")
    .set({ email: null, details: "{}", return_path: PATH_ALONE })
    .where(sql`lower(email)`, "=", email)
    .execute();
}

/** What was told of visits is told no more; what is told of money goes out without the person. */
async function eraseMessages(
  trx: Transaction<Tables>,
  traces: Traces,
  told: Told,
): Promise<number> {
  const about = await findAbout(trx, traces, told);
  const isOfVisit = ({ kind }: { readonly kind: string }) =>
    VISIT_KINDS.some((one) => one === kind);
  const ids = about.filter(isOfVisit).map(({ message_id }) => message_id);
  await dropJobs(trx, ids);
  if (ids.length > 0)
    await trx.deleteFrom("outbox").where("message_id", "in", ids).execute();
  const others = about.filter((message) => !isOfVisit(message));
  if (others.length > 0)
    await sql`update outbox
      set payload = payload
        || case when jsonb_exists(payload, 'email') then '{"email": null}'::jsonb else '{}' end
        || case when jsonb_exists(payload, 'details') then '{"details": {}}'::jsonb else '{}' end
      where message_id in (${sql.join(others.map(({ message_id }) => message_id))})`.execute(
      trx,
    );
  return ids.length;
}

/** Apart, because gifts are opened in no session: an email that somebody else has given as well may be their way in. */
async function forgetOpened(
  trx: Transaction<Tables>,
  { email }: Traces,
): Promise<number> {
  const opened = await trx
    .updateTable("gift_openings")
    .set({ email: null })
    .where("email", "=", email)
    .executeTakeFirst();
  return Number(opened.numUpdatedRows);
}

/** Orders stay for bookkeeping, and because a payment may be told late; nothing of them says whose they were. */
async function cleanOrders(
  trx: Transaction<Tables>,
  { checkouts }: Told,
): Promise<void> {
  if (checkouts.length === 0) return;
  await trx
    .updateTable("checkouts")
    .set({
      email: null,
      details: "{}",
      card_token: null,
      card_brand: null,
      card_last4: null,
      provider_page: null,
      return_path: PATH_ALONE,
    })
    .where("checkout_id", "in", checkouts)
    .execute();
  await trx
    .updateTable("payments")
    .set({ card_brand: null, card_last4: null })
    .where("checkout_id", "in", checkouts)
    .execute();
}

/**
 * What operators and providers wrote may quote the addresses: what has an `@` at all, which an index knows, is read once
 * for as many as fit one pattern.
 */
async function cleanQuotes(
  trx: Transaction<Tables>,
  emails: readonly string[],
): Promise<void> {
  for (const quoted of patternsOf(emails))
    for (const table of ["refunds", "disputes"] as const)
      await trx
        .updateTable(table)
        .set({ reason: sql`regexp_replace(reason, ${quoted}, '…', 'gi')` })
        .where(mayQuote(emails, sql`reason::text`))
        .where(sql<boolean>`reason ~* ${quoted}`)
        .execute();
  const inJson = emails.map((email) => JSON.stringify(email).slice(1, -1));
  for (const quoted of patternsOf(inJson))
    for (const column of ["asked", "outcome"] as const) {
      const text = sql`${sql.ref(column)}::text`;
      await sql`update operator_actions
        set ${sql.ref(column)} = regexp_replace(${text}, ${quoted}, '…', 'gi')::jsonb
        where ${mayQuote(emails, text)} and ${text} ~* ${quoted}`.execute(trx);
    }
}

/** Operators may name somebody by what is no address; then all of it is read. */
function mayQuote(
  emails: readonly string[],
  text: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return emails.every((email) => email.includes("@"))
    ? sql`least(strpos(${text}, '@'), 1) = 1`
    : sql`true`;
}

/**
 * Regular expressions that fit these texts alone, to be used one after the other: the longest text first, which another
 * may be a part of.
 */
function patternsOf(texts: readonly string[]): string[] {
  const patterns: string[] = [];
  const longestFirst = texts.toSorted((one, two) => two.length - one.length);
  for (const text of longestFirst) {
    const literal = text.replaceAll(/[^\p{L}\p{N}@_-]/gu, String.raw`\$&`);
    const last = patterns.at(-1);
    if (last === undefined || last.length + literal.length > PATTERN_LENGTH)
      patterns.push(literal);
    else patterns[patterns.length - 1] = `${last}|${literal}`;
  }
  return patterns;
}

async function findKept(
  trx: Transaction<Tables>,
  { sessions }: Traces,
  { checkouts }: Told,
): Promise<Erased["kept"]> {
  const renewing =
    sessions.length === 0
      ? []
      : await trx
          .selectFrom("subscriptions as s")
          .select(["checkout_id", "provider", "reference"])
          .select(IS_TO_CANCEL.as("is_to_cancel"))
          .where("session_id", "in", sessions)
          .where("status", "<>", "cancelled")
          .where("ends_at", "is", null)
          .orderBy("created_at")
          .execute();
  return { orders: checkouts.length, renewing };
}
