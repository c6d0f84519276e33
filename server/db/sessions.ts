import type { Database } from "./tables.ts";

/** A session's end is moved on by at least so much at a time, so that most calls write nothing. */
const STEP_MS = 60_000;

export interface Session {
  /** Digest of the visitor's session id; what other tables refer to. */
  readonly id: string;
  readonly visitorId: string;
  readonly isNewVisitor: boolean;
}

/** Finds a living session and lets it live on until `expiresAt`, to the minute. */
export async function findSession(
  db: Database,
  sessionId: string,
  time: { readonly now: Date; readonly expiresAt: Date },
): Promise<Session | null> {
  const row = await db
    .selectFrom("sessions")
    .select(["visitor_id", "is_new_visitor", "expires_at"])
    .where("session_id", "=", sessionId)
    .where("expires_at", ">", time.now)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (time.expiresAt.getTime() - row.expires_at.getTime() >= STEP_MS)
    await db
      .updateTable("sessions")
      .set({ expires_at: time.expiresAt })
      .where("session_id", "=", sessionId)
      // One that was ended meanwhile, as by an erasure, stays so.
      .where("expires_at", ">=", row.expires_at)
      .execute();
  return {
    id: sessionId,
    visitorId: row.visitor_id,
    isNewVisitor: row.is_new_visitor,
  };
}

interface NewSession {
  readonly sessionId: string;
  /** Taken when the device is not known yet. */
  readonly visitorId: string;
  readonly deviceId: string | null;
  readonly brand: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Makes a session for the device's visitor, who is made too when the device is new. */
export function insertSession(
  db: Database,
  wanted: NewSession,
): Promise<Session> {
  return db.transaction().execute(async (trx) => {
    // By one statement: the device may be forgotten at any moment.
    const { visitor_id } = await trx
      .insertInto("visitors")
      .values({
        visitor_id: wanted.visitorId,
        device_id: wanted.deviceId,
        created_at: wanted.now,
        seen_at: wanted.now,
        brand: wanted.brand,
      })
      .onConflict((conflict) =>
        conflict
          .column("device_id")
          .doUpdateSet({ seen_at: wanted.now, brand: wanted.brand }),
      )
      .returning("visitor_id")
      .executeTakeFirstOrThrow();
    const session = {
      session_id: wanted.sessionId,
      visitor_id,
      is_new_visitor: visitor_id === wanted.visitorId,
    };
    await trx
      .insertInto("sessions")
      .values({
        ...session,
        brand: wanted.brand,
        created_at: wanted.now,
        expires_at: wanted.expiresAt,
      })
      .execute();
    return {
      id: session.session_id,
      visitorId: session.visitor_id,
      isNewVisitor: session.is_new_visitor,
    };
  });
}
