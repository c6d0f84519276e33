import { sql, type Transaction } from "kysely";
import { emailHolder, type Person } from "./persons.ts";
import type { Database, Tables } from "./tables.ts";

/** Whose mails somebody refuses: the brand's, at an email known by a digest. */
export interface Subscription {
  readonly brand: string;
  readonly holder: string;
}

/** Nobody else makes a link until the transaction ends: what was counted stays true. */
export async function lockLinks(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('unsubscribe_links'))`.execute(
    trx,
  );
}

/** Whether somebody has asked a brand for no more mails, and which they were sent since a moment, by whichever brand. */
export async function findSent(
  trx: Transaction<Tables>,
  { brand, holder }: Subscription,
  since: Date,
): Promise<{
  readonly isRefused: boolean;
  readonly mails: ReadonlySet<string>;
}> {
  const rows = await trx
    .selectFrom("unsubscribe_links")
    .select(["brand", "mail_id", "made_at", "used_at"])
    .where("holder", "=", holder)
    .execute();
  const recent = rows.filter(({ made_at }) => made_at > since);
  return {
    isRefused: rows.some((row) => row.brand === brand && row.used_at !== null),
    mails: new Set(recent.map(({ mail_id }) => mail_id)),
  };
}

/** Whether another message than this one has had a mail tried since a moment. */
export async function isTriedByOther(
  trx: Transaction<Tables>,
  { mail_id, message_id }: { mail_id: string; message_id: string },
  since: Date,
): Promise<boolean> {
  const found = await trx
    .selectFrom("unsubscribe_links")
    .select("mail_id")
    .where("mail_id", "=", mail_id)
    .where("message_id", "<>", message_id)
    .where("made_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertUnsubscribeLink(
  trx: Transaction<Tables>,
  link: Subscription & {
    readonly token_digest: string;
    readonly mail_id: string;
    readonly message_id: string | null;
    readonly made_at: Date;
  },
): Promise<void> {
  await trx
    .insertInto("unsubscribe_links")
    .values({ ...link, used_at: null })
    .execute();
}

/** The brand whose mails a link refuses; null for a link that there is not. */
export async function findUnsubscribeLink(
  db: Database,
  tokenDigest: string,
): Promise<{ readonly brand: string } | null> {
  const found = await db
    .selectFrom("unsubscribe_links")
    .select("brand")
    .where("token_digest", "=", tokenDigest)
    .executeTakeFirst();
  return found ?? null;
}

/** Whose mails a person has refused. */
export function findRefused(db: Database, { email }: Pick<Person, "email">) {
  return db
    .selectFrom("unsubscribe_links")
    .select(["brand", "used_at as refused_at"])
    .distinct()
    .where("holder", "=", emailHolder(email))
    .where("used_at", "is not", null)
    .orderBy("used_at")
    .execute();
}

/** Uses a link, again and again if need be; null for one that there is not. */
export async function unsubscribe(
  db: Database,
  tokenDigest: string,
  now: Date,
): Promise<{ readonly brand: string } | null> {
  const found = await db
    .updateTable("unsubscribe_links")
    .set(({ fn, val }) => ({ used_at: fn.coalesce("used_at", val(now)) }))
    .where("token_digest", "=", tokenDigest)
    .returning("brand")
    .executeTakeFirst();
  return found ?? null;
}
