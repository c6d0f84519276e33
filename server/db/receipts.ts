import type { Message } from "./outbox.ts";
import type { Database } from "./tables.ts";

/**
 * What a receipt tells, by the ledger, however long ago it was paid: messages are deleted after a while. null where
 * nothing was paid.
 */
export async function findReceipt(
  db: Database,
  checkoutId: string,
): Promise<Message | null> {
  const payment = await db
    .selectFrom("payments")
    .select(["amount", "currency", "paid_at"])
    .where("checkout_id", "=", checkoutId)
    .where("refund_due", "=", false)
    .executeTakeFirst();
  if (payment === undefined) return null;
  const { amount, currency, paid_at } = payment;
  return {
    message_id: checkoutId,
    kind: "payment.taken",
    payload: { checkout_id: checkoutId, amount, currency },
    created_at: paid_at,
    session_id: null,
  };
}
