import { sql, type Transaction } from "kysely";
import { digest } from "../token.ts";
import { isWithin, newestFirst, type ListQuery } from "./part.ts";
import type { Database, Tables } from "./tables.ts";

type Reader = Database | Transaction<Tables>;

/** A person as operators name them. */
export interface Person {
  /** Without spaces around it, in small letters. */
  readonly email: string;
  /** Digests of the sessions in which it was given, or that have an order with it. */
  readonly sessions: readonly string[];
}

/** What is left of somebody: in sessions, and by the email where it is known. */
export interface Traces extends Pick<Person, "sessions"> {
  readonly email: string | null;
}

/** Whoever gave this email: a session belongs to one person, all that was told and bought in it included. */
export async function findPerson(db: Reader, given: string): Promise<Person> {
  const email = normalEmail(given);
  const told = db
    .selectFrom("contacts")
    .select("session_id")
    .where(sql`lower(fields->>'email')`, "=", email);
  const bought = db
    .selectFrom("checkouts")
    .select("session_id")
    .where(sql`lower(email)`, "=", email);
  const rows = await told.union(bought).orderBy("session_id").execute();
  return { email, sessions: rows.map(({ session_id }) => session_id) };
}

/**
 * The same, but for sessions in which another email was given later: whoever shows that an email is theirs may have been
 * named there by a slip of the pen, and what was left belongs to the one who mended it.
 */
export async function findOwner(db: Reader, given: string): Promise<Person> {
  const { email, sessions } = await findPerson(db, given);
  if (sessions.length === 0) return { email, sessions };
  const { rows } = await sql<{ session_id: string }>`
    select session_id from (
      select distinct on (session_id) session_id, email from (
        select session_id, lower(fields->>'email') as email, created_at from contacts
          where session_id in (${sql.join(sessions)}) and fields->>'email' is not null
        union all
        select session_id, lower(email), created_at from checkouts
          where session_id in (${sql.join(sessions)}) and email is not null
      ) given order by session_id, created_at desc
    ) last where email = ${email} order by session_id`.execute(db);
  return { email, sessions: rows.map(({ session_id }) => session_id) };
}

/** Every email that was given in these sessions, or that one of their orders has. */
export async function findEmailsIn(
  db: Reader,
  sessions: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const { rows } = await sql<{ email: string }>`
    select fields->>'email' as email from contacts
      where session_id in (${sql.join(sessions)}) and fields->>'email' is not null
    union select email from checkouts
      where session_id in (${sql.join(sessions)}) and email is not null`.execute(
    db,
  );
  return new Set(rows.map(({ email }) => normalEmail(email)));
}

/** Who asks: an operator for all that an email stands in, a visitor for what is theirs alone. */
export type AskedBy = "operator" | "visitor";

export function findFor(by: AskedBy, db: Reader, email: string) {
  return by === "visitor" ? findOwner(db, email) : findPerson(db, email);
}

/** An email as it is compared: without spaces around it, in small letters. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** By which names countdowns and promo codes know a person. */
export function holdersOfPerson({ email, sessions }: Traces): string[] {
  return [
    ...(email === null ? [] : [emailHolder(email)]),
    ...sessions.map(sessionHolder),
  ];
}

export function sessionHolder(id: string): string {
  return `session:${id}`;
}

export function emailHolder(email: string): string {
  return `email:${digest(email)}`;
}

const COLUMNS = { at: "contacts.created_at", id: "contacts.event_id" };

/** Who has left an email, newest first; their brand is the one at whose pages the visit began. */
export async function findContacts(
  db: Database,
  { email, brand, limit, ...part }: ListQuery,
) {
  let query = db
    .selectFrom("contacts")
    .innerJoin("sessions", "sessions.session_id", "contacts.session_id")
    .select([
      sql<string>`fields->>'email'`.as("email"),
      sql<string | null>`fields->>'name'`.as("name"),
      "sessions.brand",
      "contacts.event_id",
      "contacts.created_at",
    ])
    .where(sql`fields->>'email'`, "is not", null)
    .where(isWithin(part, COLUMNS))
    .orderBy(newestFirst(COLUMNS))
    .limit(limit);
  if (brand !== null) query = query.where("sessions.brand", "=", brand);
  if (email !== null)
    query = query.where(sql`lower(fields->>'email')`, "=", normalEmail(email));
  return query.execute();
}
/** What `findContacts` answers, one of it. */
export type ContactLine = Awaited<ReturnType<typeof findContacts>>[number];

/** What a person has told, and by which devices they came. */
export async function findTold(db: Database, { sessions }: Person) {
  if (sessions.length === 0) return { contacts: [], visits: [] };
  const contacts = await db
    .selectFrom("contacts")
    .select([
      "event_id",
      "brand",
      "funnel",
      "fields",
      "external_referrer",
      "fbclid",
      "fbp",
      "fbc",
      "created_at",
    ])
    .where("session_id", "in", sessions)
    .orderBy("created_at")
    .execute();
  const visits = await db
    .selectFrom("sessions")
    .innerJoin("visitors", "visitors.visitor_id", "sessions.visitor_id")
    .select([
      "visitors.visitor_id",
      "visitors.device_id",
      "sessions.brand",
      "sessions.created_at",
      "sessions.expires_at",
    ])
    .where("session_id", "in", sessions)
    .orderBy("sessions.created_at")
    .execute();
  return { contacts, visits };
}

/** What is kept of a person's ways to pay, and what renews. */
export async function findPaying(db: Database, { sessions }: Person) {
  if (sessions.length === 0) return { subscriptions: [], saved_methods: [] };
  const subscriptions = await db
    .selectFrom("subscriptions")
    .select([
      "checkout_id",
      "provider",
      "reference",
      "status",
      "amount",
      "currency",
      "every_days",
      "renews_at",
      "ends_at",
      "paused",
      "cancel_asked_at",
      "cancel_taken_up_at",
    ])
    .where("session_id", "in", sessions)
    .orderBy("created_at")
    .execute();
  const saved_methods = await db
    .selectFrom("saved_methods")
    .select(["provider", "brand", "last4", "saved_at"])
    .where("session_id", "in", sessions)
    .orderBy("saved_at")
    .execute();
  return { subscriptions, saved_methods };
}

/** What a person told with each order: in its form, by the address of the page that they came from, and of their card. */
export async function findToldWithOrders(db: Database, { sessions }: Person) {
  if (sessions.length === 0) return [];
  return db
    .selectFrom("checkouts")
    .select([
      "checkout_id",
      "details",
      "return_path",
      "card_brand",
      "card_last4",
      "created_at",
    ])
    .where("session_id", "in", sessions)
    .orderBy("created_at")
    .execute();
}

/** What a person was shown: prices that they confirmed, offers that end, promo codes, sides of experiments, pictures. */
export async function findShown(db: Database, person: Person) {
  const holders = holdersOfPerson(person);
  const countdowns = await db
    .selectFrom("countdowns")
    .distinct()
    .select(["brand", "funnel", "ends_at", "extended"])
    .where("holder", "in", holders)
    .orderBy("ends_at")
    .execute();
  const promo_codes = await db
    .selectFrom("promo_codes")
    .distinct()
    .select(["brand", "promo", "code", "given_at"])
    .where("holder", "in", holders)
    .orderBy("given_at")
    .execute();
  const { sessions } = person;
  if (sessions.length === 0)
    return {
      prices: [],
      countdowns,
      promo_codes,
      experiments: [],
      pictures: [],
    };
  const prices = await db
    .selectFrom("quotes")
    .select([
      "product",
      "amount",
      "currency",
      "promo",
      "checkout_id",
      "fbp",
      "fbc",
      "confirmed_at",
    ])
    .where("session_id", "in", sessions)
    .orderBy("confirmed_at")
    .execute();
  const experiments = await db
    .selectFrom("ab_assignments")
    .select(["brand", "variable_block", "component", "exposed_at"])
    .where("visitor_id", "in", (inner) =>
      inner
        .selectFrom("sessions")
        .select("visitor_id")
        .where("session_id", "in", sessions),
    )
    .orderBy("assigned_at")
    .execute();
  const pictures = await db
    .selectFrom("preview_jobs")
    .select(["job_id", "status", "styles", "prompt", "created_at"])
    .where("session_id", "in", sessions)
    .orderBy("created_at")
    .execute();
  return { prices, countdowns, promo_codes, experiments, pictures };
}
