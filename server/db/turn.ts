import type { Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Orders and payments of one session happen one after the other, until the transaction ends. */
export async function takeTurn(
  trx: Transaction<Tables>,
  sessionId: string,
): Promise<void> {
  await trx
    .selectFrom("sessions")
    .select("session_id")
    .where("session_id", "=", sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The same for the session of a checkout. */
export async function takeTurnOf(
  trx: Transaction<Tables>,
  checkoutId: string,
): Promise<void> {
  const { session_id } = await trx
    .selectFrom("checkouts")
    .select("session_id")
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirstOrThrow();
  await takeTurn(trx, session_id);
}
