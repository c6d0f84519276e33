import type { Context, Hono } from "hono";
import { erasePerson } from "../db/erase.ts";
import {
  type AskedBy,
  emailHolder,
  findContacts,
  normalEmail,
} from "../db/persons.ts";
import { type AdminServices, requireOwnPage } from "../http/admin.ts";
import { asksForText, type AppEnv } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { readJson, readQuery } from "../http/validate.ts";
import { allow, readPage, readText, wrong } from "../orders/asked.ts";
import { audited, type AuditServices } from "../http/audited.ts";
import { toCsv } from "./csv.ts";
import { exportPerson, readPerson } from "./person.ts";
import { contactsText, erasedText, personText } from "./text.ts";

export type ContactServices = AdminServices & AuditServices;

/**
 * People by their email, for those who run the server: who left one, all that is known of one of them, the same to hand
 * over, and its end. The audit table knows a person by the digest of the email alone.
 */
export function contactRoutes(
  app: Hono<AppEnv>,
  services: ContactServices,
): void {
  const { db } = services;
  app.get("/admin/contacts", async (c) => {
    const query = readQuery(c.req.url);
    allow(query, ["email", "before", "limit"]);
    const email = readText(query, "email");
    const page = readPage(query);
    const asked = { by_email: email !== null };
    const action = { action: "contacts.list", subject: "", asked };
    const contacts = await audited(services, action, async () => {
      const answer = await findContacts(db, { email, ...page });
      return { answer, outcome: { contacts: answer.length } };
    });
    return asksForText(c)
      ? c.text(contactsText(contacts))
      : c.json({ version: 1, contacts });
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
}

/** Everything that is known of a person, audited. Throws a 404 when nothing is. */
export function showPerson(services: ContactServices, email: string) {
  const action = {
    action: "contacts.show",
    subject: subjectOf(email),
    asked: {},
  };
  return audited(services, action, async () => ({
    answer: (await readPerson(services.db, email)) ?? unknown(),
    outcome: {},
  }));
}

/** Erases a person, audited. */
export function erase(
  services: ContactServices,
  email: string,
  by: AskedBy = "operator",
) {
  const { db, now } = services;
  const subject = subjectOf(email);
  const action = { action: "contacts.erase", subject, asked: askedBy(by) };
  return audited(services, action, async () => {
    const answer = await erasePerson(db, email, now(), by);
    return { answer, outcome: { ...answer } };
  });
}

/** All of a person as a file, audited. */
export async function sendExport(
  c: Context<AppEnv>,
  services: ContactServices,
  { email, format }: { readonly email: string; readonly format: string },
  by: AskedBy = "operator",
): Promise<Response> {
  const subject = subjectOf(email);
  const action = {
    action: "contacts.export",
    subject,
    asked: { ...askedBy(by), format },
  };
  const person = await audited(services, action, async () => ({
    answer: (await exportPerson(services.db, email, by)) ?? unknown(),
    outcome: {},
  }));
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
