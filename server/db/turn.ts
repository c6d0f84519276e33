import type { Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Orders and payments of one session happen one after the other, until the transaction ends. Answers until when the session
 * is open; null for none.
 */
export async function takeTurn(
  trx: Transaction<Tables>,
  sessionId: string,
): Promise<Date | null> {
  const session = await trx
    .selectFrom("sessions")
    .select("expires_at")
    .where("session_id", "=", sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return session?.expires_at ?? null;
}

/** The session of a call has ended since the call was let in, as by an erasure: nothing is kept in it any more. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/** Takes the turn of a session that is open; throws `SessionOver` where it is not. */
export async function takeTurnWhileOpen(
  trx: Transaction<Tables>,
  sessionId: string,
  now: Date,
): Promise<void> {
  const until = await takeTurn(trx, sessionId);
  if (until === null || until <= now)
    throw new SessionOver("a session has ended meanwhile");
}
