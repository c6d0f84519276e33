import type { Message } from "./outbox.ts";
import type { Database } from "./tables.ts";

/**
 * What a receipt tells, by the ledger, however long ago it was paid: messages are deleted after a while. Where all that
 * was paid was taken once too often, it tells that. null where nothing was paid.
 */
export async function findReceipt(
  db: Database,
  checkoutId: string,
): Promise<Message | null> {
  const payment = await db
    .selectFrom("payments")
    .select(["amount", "currency", "paid_at", "refund_due"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("refund_due")
    .orderBy("paid_at")
    .executeTakeFirst();
  if (payment === undefined) return null;
  const { paid_at, ...paid } = payment;
  return {
    message_id: checkoutId,
    kind: "payment.taken",
    payload: { checkout_id: checkoutId, ...paid },
    created_at: paid_at,
    session_id: null,
  };
}
