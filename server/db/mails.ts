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

export async function noteMail(
  db: Database,
  mailId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("mails")
    .values({ mail_id: mailId, sent_at: now })
    .onConflict((conflict) => conflict.column("mail_id").doNothing())
    .execute();
}
