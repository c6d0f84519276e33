import { sql } from "kysely";
import { RETURNED } from "../ledger/payment.ts";
import type { Checkout, Database } from "./tables.ts";

/**
 * The session of the order, `checkouts`, has paid for what it is about by another one, `paid`, the money of the payment
 * `p` has not gone back, and it may not be bought again.
 */
const IS_PAID_BY_ANOTHER = sql<boolean>`not checkouts.repeatable
  and p.session_id = checkouts.session_id and paid.checkout_id <> checkouts.checkout_id
  and paid.brand = checkouts.brand and paid.product = checkouts.product
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
