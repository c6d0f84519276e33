import { sql, type Transaction } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import { countOf } from "./count-of.ts";
import { findPerson, normalEmail } from "./persons.ts";
import type { Checkout, Database, Tables } from "./tables.ts";

/**
 * Notes that the plan of an order that has just been paid was bought before by the same email, in another session, and
 * goes on. Both orders stay: whoever looks at them knows whether it was meant.
 */
export async function noteBoughtTwice(
  trx: Transaction<Tables>,
  paid: Checkout,
): Promise<void> {
  if (paid.renewal_days === null) return;
  const sessions = await sessionsOf(trx, paid);
  if (sessions.length === 0) return;
  const before = await trx
    .selectFrom("subscriptions as s")
    .innerJoin("checkouts as c", "c.checkout_id", "s.checkout_id")
    .select("s.checkout_id")
    .where("s.session_id", "in", sessions)
    .where("c.brand", "=", paid.brand)
    .where("c.product", "=", paid.product)
    .where("s.status", "<>", "cancelled")
    .where("s.ends_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("payments as p")
          .select("p.payment_id")
          .whereRef("p.checkout_id", "=", "s.checkout_id")
          .where("p.state", "not in", RETURNED),
      ),
    )
    .orderBy("s.created_at")
    .limit(1)
    .executeTakeFirst();
  if (before === undefined) return;
  await trx
    .updateTable("subscriptions")
    .set({ also_of: before.checkout_id })
    .where("checkout_id", "=", paid.checkout_id)
    .execute();
}

/** Other sessions of whoever gave an email in this one. Two of them that pay at the same moment take turns from here on. */
async function sessionsOf(
  trx: Transaction<Tables>,
  { session_id, email }: Checkout,
): Promise<readonly string[]> {
  const contacts = await trx
    .selectFrom("contacts")
    .select(sql<string | null>`fields->>'email'`.as("email"))
    .where("session_id", "=", session_id)
    .execute();
  const emails = new Set(
    [email, ...contacts.map((contact) => contact.email)].flatMap((one) =>
      one === null ? [] : [normalEmail(one)],
    ),
  );
  const sessions: string[] = [];
  // In one order everywhere: no two wait for each other.
  for (const one of [...emails].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtext(${`plans of ${one}`}))`.execute(
      trx,
    );
    sessions.push(...(await findPerson(trx, one)).sessions);
  }
  return sessions.filter((session) => session !== session_id);
}

/** The subscription, `s`, was bought twice and both go on. */
export const IS_BOUGHT_TWICE = sql<boolean>`s.also_of is not null
  and s.status <> 'cancelled' and s.ends_at is null
  and exists (select 1 from subscriptions before
    where before.checkout_id = s.also_of
    and before.status <> 'cancelled' and before.ends_at is null)`;

/** How many plans go on beside an earlier one of the same email. */
export function countBoughtTwice(db: Database): Promise<number> {
  return countOf(db.selectFrom("subscriptions as s").where(IS_BOUGHT_TWICE));
}

/** How many plans were ever bought beside an earlier one. */
export function countEverBoughtTwice(db: Database): Promise<number> {
  return countOf(
    db.selectFrom("subscriptions").where("also_of", "is not", null),
  );
}
