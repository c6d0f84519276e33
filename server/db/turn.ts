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
