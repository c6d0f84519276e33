import { sql } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import type { Checkout, Database } from "./tables.ts";

const pageOf = (order: "checkouts" | "paid") =>
  sql`regexp_replace(${sql.ref(`${order}.return_path`)}, '[?#].*$', '')`;

/**
 * The payment `p` of the order `paid` is for what the order `checkouts` of its session is about. What may be bought again
 * is bought once by an order that was set aside and one of the same page that was paid while the other one was there.
 */
export const IS_FOR_THE_SAME = sql<boolean>`p.session_id = checkouts.session_id
  and paid.brand = checkouts.brand and paid.product = checkouts.product
  and (not checkouts.repeatable or paid.checkout_id = checkouts.checkout_id
    or ((checkouts.offer is null or paid.offer is null)
      and ${pageOf("paid")} = ${pageOf("checkouts")} and p.paid_at >= checkouts.created_at))`;

/** The same was paid by another order, and the money has not gone back. */
const IS_PAID_BY_ANOTHER = sql<boolean>`${IS_FOR_THE_SAME}
  and paid.checkout_id <> checkouts.checkout_id
  and not p.refund_due and p.state not in (${sql.join(RETURNED)})`;

/** The order, `checkouts`, waits for what its session has bought by another one since. */
export const IS_BOUGHT = sql<boolean>`exists (
  select 1 from payments p join checkouts paid using (checkout_id)
  where ${IS_PAID_BY_ANOTHER})`;

/**
 * The other checkout by which the session has paid for the product, and the money has not gone back; null where there is
 * none, or it may be bought again.
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
    .executeTakeFirst();
  return before ?? null;
}
