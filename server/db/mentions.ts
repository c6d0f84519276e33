import { sql, type Transaction } from "kysely";
import type { Person } from "./persons.ts";
import type { Database, Tables } from "./tables.ts";

type Reader = Database | Transaction<Tables>;

/** Of an opening of a gift: another one takes its number where it is not there any more, but not at its time. */
const OPENING = sql`'gift/' || gift_id || '/' || opening || '-' || (extract(epoch from opened_at) * 1000000)::bigint`;

/**
 * Where an email stands outside of these sessions, by names that tell nobody which it was: contacts and orders in other
 * people's sessions, gifts that were opened with it.
 */
export async function findMentions(
  db: Reader,
  { email, sessions }: Person,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 'contact/' || session_id || '/' || event_id as name, session_id
        from contacts where lower(fields->>'email') = ${email}
      union all
      select 'order/' || checkout_id, session_id from checkouts where lower(email) = ${email}
      union all
      select ${OPENING}, null from gift_openings where email = ${email}
    ) mentions
    where session_id is null or not session_id = any(${sessions}::text[])
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The emails that stand in such places. */
export async function findMentioned(
  db: Reader,
  mentions: readonly string[],
): Promise<readonly string[]> {
  if (mentions.length === 0) return [];
  const { rows } = await sql<{ email: string }>`
    select lower(fields->>'email') as email from contacts
      where 'contact/' || session_id || '/' || event_id = any(${mentions}::text[])
    union
    select lower(email) from checkouts where 'order/' || checkout_id = any(${mentions}::text[])
    union
    select email from gift_openings
      where ${OPENING} = any(${mentions}::text[])`.execute(db);
  return rows.flatMap(({ email }) => email ?? []);
}
