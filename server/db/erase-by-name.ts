import { sql, type Transaction } from "kysely";
import { emailHolder, sessionHolder, type Traces } from "./persons.ts";
import type { Tables } from "./tables.ts";

/**
 * Deletes what is kept by emails themselves, by digests of them, and by sessions. Terms go all at once and in the order in
 * which they are shared, so that neither waits for rows that the other has. Answers how many rows, by what they are.
 */
export async function eraseByName(
  trx: Transaction<Tables>,
  sessions: Traces["sessions"],
  emails: readonly string[],
) {
  const ofEmails = emails.map(emailHolder);
  const holders = sql.join([...ofEmails, ...sessions.map(sessionHolder)]);
  const counts = { access_tokens: 0, requests: 0 };
  for (const email of emails) {
    const tokens = await trx
      .deleteFrom("auth_tokens")
      .where("email", "=", email)
      .executeTakeFirst();
    counts.access_tokens += Number(tokens.numDeletedRows);
    const requests = await trx
      .deleteFrom("rights_requests")
      .where("email", "=", email)
      .executeTakeFirst();
    counts.requests += Number(requests.numDeletedRows);
  }
  const countdowns = await sql`delete from countdowns
    where (brand, holder, funnel) in (
      select brand, holder, funnel from countdowns where holder in (${holders})
      order by brand collate "C", funnel collate "C", holder collate "C"
      for update)`.execute(trx);
  const codes = await sql`delete from promo_codes
    where (brand, holder, promo) in (
      select brand, holder, promo from promo_codes where holder in (${holders})
      order by brand collate "C", promo collate "C", holder collate "C"
      for update)`.execute(trx);
  const unsubscribed = await sql`delete from unsubscribe_links
    where holder in (${holders})`.execute(trx);
  // By its session, an order still counts among the uses of its code.
  for (const holder of ofEmails)
    await trx.deleteFrom("promo_uses").where("holder", "=", holder).execute();
  return {
    ...counts,
    countdowns: Number(countdowns.numAffectedRows ?? 0n),
    promo_codes: Number(codes.numAffectedRows ?? 0n),
    unsubscribe_links: Number(unsubscribed.numAffectedRows ?? 0n),
  };
}
