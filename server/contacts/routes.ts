/** The folder `contacts` holds what operators see of people, and how they erase them. */
import type { Context, Hono } from "hono";
import { erasePerson, type Erased } from "../db/erase.ts";
import type { OperatorAction } from "../db/operator-actions.ts";
import { findMentions } from "../db/mentions.ts";
import type { ListQuery } from "../db/part.ts";
import { findMailNames, type SentServices } from "../db/person-messages.ts";
import {
  type AskedBy,
  type ContactLine,
  emailHolder,
  findContacts,
  findFor,
  normalEmail,
} from "../db/persons.ts";
import { type AdminServices, requireOwnPage } from "../http/admin.ts";
import { asksForText, type AppEnv } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson, readQuery } from "../http/validate.ts";
import type { Database } from "../db/tables.ts";
import type { Log } from "../log.ts";
import { forgetMails, mailFolder } from "../mail/mail-folder.ts";
import {
  allow,
  OF_LISTS,
  readFormat,
  readListQuery,
  readText,
  wrong,
} from "../orders/asked.ts";
import { sendCsv } from "../orders/csv.ts";
import {
  type List,
  type Listing,
  readForFile,
  readListing,
} from "../orders/listing.ts";
import { audited, auditedFile, type AuditServices } from "../http/audited.ts";
import { toCsv } from "./csv.ts";
import { eraseWhere, readErased, type WhereErased } from "./erase-again.ts";
import { exportPerson, readPerson } from "./person.ts";
import {
  CONTACT_COLUMNS,
  contactsText,
  erasedText,
  personText,
} from "./text.ts";

export interface ContactServices
  extends AdminServices, AuditServices, SentServices {
  readonly log: Log;
  /** What the server keeps on its own disk. */
  readonly dataDir: string;
}

/**
 * People by their email, for those who run the server: who left one, all that is known of one of them, the same to hand
 * over, and its end. The audit table knows a person by the digest of the email alone.
 */
export function contactRoutes(
  app: Hono<AppEnv>,
  services: ContactServices,
): void {
  app.get("/admin/contacts", async (c) => {
    const { asked, isFile, isLimited } = readFormat(readQuery(c.req.url));
    allow(asked, OF_LISTS);
    const query = readListQuery(asked);
    if (isFile)
      return sendCsv(c, services.log, {
        name: "contacts",
        columns: CONTACT_COLUMNS,
        lines: await exportContacts(services, query, isLimited),
      });
    const { lines: contacts, next } = await listContacts(services, query);
    return asksForText(c)
      ? c.text(contactsText(contacts, next))
      : c.json({ version: 1, contacts, next });
  });

  app.get("/admin/contacts/person", async (c) => {
    const query = readQuery(c.req.url);
    allow(query, ["email"]);
    const person = await showPerson(services, requireEmail(query));
    return asksForText(c)
      ? c.text(personText(person))
      : c.json({ version: 1, ...person });
  });

  app.get("/admin/contacts/export", async (c) => {
    const query = readQuery(c.req.url);
    allow(query, ["email", "format"]);
    const { format = "json" } = query;
    if (format !== "json" && format !== "csv")
      throw wrong("format", "has to be json or csv");
    return sendExport(c, services, { email: requireEmail(query), format });
  });

  app.post("/admin/contacts/erase", async (c) => {
    requireOwnPage(c);
    const body = await readJson(c.req.raw);
    const fields: Readonly<Record<string, unknown>> = { ...Object(body) };
    allow(fields, ["email"]);
    const erased = await erase(services, requireEmail(fields));
    return asksForText(c)
      ? c.text(erasedText(erased))
      : c.json({ version: 1, ...erased });
  });

  app.post("/admin/contacts/erase-again", async (c) => {
    requireOwnPage(c);
    const body = await readJson(c.req.raw);
    const fields: Readonly<Record<string, unknown>> = { ...Object(body) };
    allow(fields, ["sessions", "mentions"]);
    const erased = await eraseOnceMore(services, readErased(fields));
    return asksForText(c)
      ? c.text(erasedText(erased))
      : c.json({ version: 1, ...erased });
  });
}

/** The part of those who have left an email that a query asks for, audited. */
export function listContacts(
  services: ContactServices,
  query: ListQuery,
): Promise<Listing<ContactLine>> {
  return audited(services, actionOf("contacts.list", query), async () => {
    const answer = await readListing(contactsIn(services), query);
    return { answer, outcome: { contacts: answer.lines.length } };
  });
}

/** Those of a file, audited. */
function exportContacts(
  services: ContactServices,
  query: ListQuery,
  isLimited: boolean,
): Promise<AsyncGenerator<readonly ContactLine[], void>> {
  return auditedFile(services, actionOf("contacts.export", query), {
    lines: readForFile(contactsIn(services), query, isLimited),
    outcomeOf: (contacts) => ({ contacts }),
  });
}

function contactsIn({ db }: ContactServices): List<ContactLine, ListQuery> {
  return {
    find: (query) => findContacts(db, query),
    placeOf: ({ created_at: at, event_id: id }) => ({ at, id }),
  };
}

function actionOf(
  action: string,
  { email, brand, since }: ListQuery,
): OperatorAction {
  const asked = { by_email: email !== null, brand, since };
  return { action, subject: "", asked };
}

/** Everything that is known of a person, audited. Throws a 404 when nothing is. */
export function showPerson(services: ContactServices, email: string) {
  const action = {
    action: "contacts.show",
    subject: subjectOf(email),
    asked: {},
  };
  return audited(services, action, async () => ({
    answer: (await readPerson(services, email)) ?? unknown(),
    outcome: {},
  }));
}

/** Who asks for what is known of a person. */
export interface Asking {
  readonly by: AskedBy;
  /** Uses up what a visitor asks by, together with what is done; throws where it was used up meanwhile. */
  readonly useUp: (db: Database) => Promise<void>;
}
const OPERATOR: Asking = { by: "operator", useUp: async () => {} };

/** Erases a person, and the mails to them that lie on this server, audited. */
export function erase(
  services: ContactServices,
  email: string,
  { by, useUp }: Asking = OPERATOR,
) {
  const { db, now } = services;
  const subject = subjectOf(email);
  const action = { action: "contacts.erase", subject, asked: askedBy(by) };
  return audited(services, action, async () => {
    const person = await findFor(by, db, email);
    const names = await findMailNames(db, person);
    const forget = () =>
      forgetMails(mailFolder(services.dataDir), { email: person.email, names });
    // First: once the rows are gone, nobody knows any more which mails there were.
    const before = await forget();
    let where: WhereErased = { sessions: [], mentions: [] };
    const erased = await erasePerson(db, email, now(), by, {
      before: async (trx, one) => {
        await useUp(trx);
        const mentions = await findMentions(trx, one);
        where = { sessions: one.sessions, mentions };
      },
      after: () => tellErased(services, where),
    });
    const files = before + (await forget());
    const deleted = { ...erased.deleted, mail_files: files };
    const answer: Erased = { ...erased, deleted };
    const { orders, renewing } = erased.kept;
    // No order beside the digest of the email: whoever knows the email would find it again.
    const kept = { orders, renewing: renewing.length };
    return { answer, outcome: { deleted, kept } };
  });
}

/**
 * What a database that is restored from before needs; of the person it says nothing. Told before it is done for good:
 * afterwards nobody could tell it any more, should the answer of the database, or this process, be lost.
 */
function tellErased(
  { log }: ContactServices,
  { sessions, mentions }: WhereErased,
): void {
  if (sessions.length === 0 && mentions.length === 0) return;
  log({
    level: "info",
    message: "person erased",
    sessions: sessions.join(" "),
    mentions: mentions.join(" "),
  });
}

/** Erases whom a database that was restored has again, audited. */
function eraseOnceMore(
  services: ContactServices,
  { sessions, mentions }: WhereErased,
): Promise<Erased> {
  const { db, now } = services;
  const asked = {
    ...askedBy("operator"),
    sessions: sessions.length,
    mentions: mentions.length,
  };
  const action = { action: "contacts.erase", subject: "", asked };
  return audited(services, action, async () => {
    const answer = await eraseWhere(db, now(), { sessions, mentions });
    return { answer, outcome: { ...answer } };
  });
}

/** All of a person as a file, audited. */
export async function sendExport(
  c: Context<AppEnv>,
  services: ContactServices,
  { email, format }: { readonly email: string; readonly format: string },
  { by, useUp }: Asking = OPERATOR,
): Promise<Response> {
  const subject = subjectOf(email);
  const action = {
    action: "contacts.export",
    subject,
    asked: { ...askedBy(by), format },
  };
  const person = await audited(services, action, async () => {
    const answer = (await exportPerson(services, email, by)) ?? unknown();
    await useUp(services.db);
    return { answer, outcome: {} };
  });
  c.header("content-disposition", `attachment; filename="person.${format}"`);
  if (format === "json") return c.json({ version: 1, ...person });
  c.header("content-type", "text/csv; charset=utf-8");
  return c.body(toCsv(person));
}

function askedBy(by: AskedBy): Readonly<Record<string, string>> {
  return by === "operator" ? {} : { by };
}

/** By which name the audit table knows a person. */
function subjectOf(email: string): string {
  return emailHolder(normalEmail(email));
}

function requireEmail(fields: Readonly<Record<string, unknown>>): string {
  const email = readText(fields, "email");
  if (email === null) throw wrong("email", "has to be there");
  return email;
}

function unknown(): never {
  throw new ProblemError("contact-unknown", "Check how the email is written.");
}
