import { digest } from "../token.ts";
import type { Database } from "./tables.ts";

/** Whether a mail has been handed over. */
export async function isMailSent(
  db: Database,
  mailId: string,
): Promise<boolean> {
  const sent = await db
    .selectFrom("mails")
    .select("mail_id")
    .where("mail_id", "=", mailId)
    .executeTakeFirst();
  return sent !== undefined;
}

/** `againOf`: the mail that this one is once more. */
export async function noteMail(
  db: Database,
  mailId: string,
  now: Date,
  againOf: string | null = null,
): Promise<void> {
  await db
    .insertInto("mails")
    .values({ mail_id: mailId, sent_at: now, again_of: againOf })
    .onConflict((conflict) => conflict.column("mail_id").doNothing())
    .execute();
}

/** By which name the mail to a contact is known: one for each visit and funnel. */
export function contactMailId(contact: {
  readonly session_id: string;
  readonly brand: string;
  readonly funnel: string;
}): string {
  const { session_id, brand, funnel } = contact;
  return `contact.stored-${digest(`${session_id}/${brand}/${funnel}`)}`;
}
