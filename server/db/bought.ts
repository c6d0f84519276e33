import { sql } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import type { Checkout, Database } from "./tables.ts";

/** The page that an order was begun on: its path alone. */
export const pageOf = (order: "checkouts" | "paid") =>
  sql`regexp_replace(${sql.ref(`${order}.return_path`)}, '[?#].*$', '')`;

/** The plan of an order goes on, or does not renew. */
export const goesOn = (order: "checkouts" | "paid" | "next") =>
  sql<boolean>`not exists (select 1 from subscriptions s
    where s.checkout_id = ${sql.ref(`${order}.checkout_id`)}
    and (s.status = 'cancelled' or s.ends_at is not null))`;

/** The order `checkouts` is for the product of a draft, or for another one that its page has to choose from. */
export const isChoiceOf = ({ product, offer, repeatable }: Choice) =>
  sql<boolean>`(checkouts.product = ${product}
    or (not ${repeatable}::boolean and not checkouts.repeatable
      and ${pageOf("checkouts")} = ${offer}))`;

type Choice = Pick<Checkout, "product" | "offer" | "repeatable">;

/**
 * The order `checkouts`, which is paid, leaves a draft no other choice: it is for the same product, its plan goes on, or
 * it was paid after the price of the draft had been confirmed.
 */
export const isLastChoice = ({ product }: Choice, confirmed_at: Date) =>
  sql<boolean>`case when checkouts.product = ${product} then true
    when checkouts.renewal_days is null then checkouts.settled_at >= ${confirmed_at}
    else ${goesOn("checkouts")} end`;

/** The same of two orders: `paid` was another choice of the page of `checkouts`, and the last one. */
const IS_OTHER_CHOICE = sql<boolean>`(not checkouts.repeatable and not paid.repeatable
  and ${pageOf("paid")} = ${pageOf("checkouts")}
  and case when paid.renewal_days is null
    then p.paid_at >= checkouts.created_at else ${goesOn("paid")} end)`;

/**
 * The payment `p` of the order `paid` is for what the order `checkouts` of its session is about: the same product, or
 * another one that its page had to choose from. What may be bought again is bought once by an order that was set
 * aside and one of the same page that was paid while the other one was there.
 */
export const IS_FOR_THE_SAME = sql<boolean>`p.session_id = checkouts.session_id
  and paid.brand = checkouts.brand
  and case when paid.product <> checkouts.product then ${IS_OTHER_CHOICE}
    else not checkouts.repeatable or paid.checkout_id = checkouts.checkout_id
    or ((checkouts.offer is null or paid.offer is null)
      and ${pageOf("paid")} = ${pageOf("checkouts")} and p.paid_at >= checkouts.created_at) end`;

/** The same was paid by another order, and the money has not gone back. */
const IS_PAID_BY_ANOTHER = sql<boolean>`${IS_FOR_THE_SAME}
  and paid.checkout_id <> checkouts.checkout_id
  and not p.refund_due and p.state not in (${sql.join(RETURNED)})`;

/** The order, `checkouts`, waits for what its session has bought by another one since. */
export const IS_BOUGHT = sql<boolean>`exists (
  select 1 from payments p join checkouts paid using (checkout_id)
  where ${IS_PAID_BY_ANOTHER})`;

/**
 * The other checkout by which the session has paid for the same, and the money has not gone back; null where there is
 * none, or it may be bought again. One for the same product comes first.
 */
export async function findBought(
  db: Pick<Database, "selectFrom">,
  { checkout_id }: Pick<Checkout, "checkout_id">,
): Promise<Checkout | null> {
  const before = await db
    .selectFrom("checkouts")
    .innerJoin("payments as p", "p.session_id", "checkouts.session_id")
    .innerJoin("checkouts as paid", "paid.checkout_id", "p.checkout_id")
    .selectAll("paid")
    .where("checkouts.checkout_id", "=", checkout_id)
    .where(IS_PAID_BY_ANOTHER)
    .orderBy(sql`paid.product = checkouts.product`, "desc")
    .executeTakeFirst();
  return before ?? null;
}

/** The order for another product that stays in the place of one that has to go back; null where its own product stays. */
export async function findKeptInstead(
  db: Pick<Database, "selectFrom">,
  { checkout_id, product }: Pick<Checkout, "checkout_id" | "product">,
): Promise<Checkout | null> {
  const own = await db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", checkout_id)
    .where("refund_due", "=", false)
    .where("state", "not in", RETURNED)
    .executeTakeFirst();
  const kept = own === undefined ? await findBought(db, { checkout_id }) : null;
  return kept?.product === product ? null : kept;
}
