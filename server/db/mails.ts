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
