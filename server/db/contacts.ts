import type { VisitorInfo } from "../../generated/api.ts";
import type { Transaction } from "kysely";
import { writeMessage } from "./outbox.ts";
import { takeTurnWhileOpen } from "./turn.ts";
import type { ContactTable, Database, Tables } from "./tables.ts";

interface NewContact extends Omit<ContactTable, "fields" | "brand" | "funnel"> {
  readonly fields: Readonly<Record<string, string>>;
  readonly brand: string;
  /** null outside of all funnels. */
  readonly funnel: string | null;
}

/** Keeps a contact once for its event, and the message about it. False when the event is there already, with another body. */
export async function storeContact(
  db: Database,
  contact: NewContact,
): Promise<boolean> {
  const { session_id, event_id, body_digest } = contact;
  const inserted = await db
    .transaction()
    .execute((trx) => insertAndTell(trx, contact));
  if (inserted) return true;
  const stored = await db
    .selectFrom("contacts")
    .select("body_digest")
    .where("session_id", "=", session_id)
    .where("event_id", "=", event_id)
    .executeTakeFirst();
  return stored?.body_digest === body_digest;
}

async function insertAndTell(
  trx: Transaction<Tables>,
  contact: NewContact,
): Promise<boolean> {
  await takeTurnWhileOpen(trx, contact.session_id, contact.created_at);
  const inserted = await insertOnce(trx, contact);
  if (inserted)
    await writeMessage(trx, {
      kind: "contact.stored",
      payload: {
        ...contact.fields,
        event_id: contact.event_id,
        brand: contact.brand,
        funnel: contact.funnel,
      },
      now: contact.created_at,
      session: contact.session_id,
    });
  return inserted;
}

async function insertOnce(
  db: Database | Transaction<Tables>,
  contact: NewContact,
): Promise<boolean> {
  const inserted = await db
    .insertInto("contacts")
    .values({ ...contact, fields: JSON.stringify(contact.fields) })
    .onConflict((conflict) =>
      conflict.columns(["session_id", "event_id"]).doNothing(),
    )
    .returning("event_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Every email that was given in a session. */
export async function findEmails(
  db: Database,
  sessionId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("contacts")
    .select("fields")
    .where("session_id", "=", sessionId)
    .execute();
  return rows.flatMap(({ fields: { email } }) => email ?? []);
}

type ContactInfo = VisitorInfo["answer"]["contact_info"];

/** What a session has told so far; the latest answer of each kind counts. */
export async function findContactInfo(
  db: Database,
  sessionId: string,
): Promise<ContactInfo> {
  const rows = await db
    .selectFrom("contacts")
    .select(["fields", "created_at"])
    .where("session_id", "=", sessionId)
    .orderBy("created_at")
    .execute();
  const info: ContactInfo = {};
  for (const { fields, created_at } of rows) {
    const { email, name, gender, age } = fields;
    if (email) info.sign_up ??= created_at.toISOString();
    if (email) info.email = email;
    if (name) info.name = name;
    if (gender) info.gender = gender;
    if (age) info.age = age;
  }
  return info;
}
