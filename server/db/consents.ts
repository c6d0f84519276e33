import { sql, type Transaction } from "kysely";
import type { Traces } from "./persons.ts";
import type { Database, Tables } from "./tables.ts";
import { takeTurnWhileOpen } from "./turn.ts";
import type { ConsentTable } from "./visit-tables.ts";

interface NewConsent extends Omit<ConsentTable, "purposes"> {
  readonly purposes: readonly string[];
}

/** Keeps a choice once for its event. False when the event is there already, with another choice. */
export async function storeConsent(
  db: Database,
  consent: NewConsent,
): Promise<boolean> {
  const { session_id, event_id, version, chosen_at } = consent;
  const purposes = consent.purposes.toSorted();
  const inserted = await db.transaction().execute(async (trx) => {
    await takeTurnWhileOpen(trx, session_id, consent.stored_at);
    return trx
      .insertInto("consents")
      .values({ ...consent, purposes: JSON.stringify(purposes) })
      .onConflict((conflict) =>
        conflict.columns(["session_id", "event_id"]).doNothing(),
      )
      .returning("event_id")
      .executeTakeFirst();
  });
  if (inserted !== undefined) return true;
  const known = await db
    .selectFrom("consents")
    .select(["version", "purposes", "chosen_at"])
    .where("session_id", "=", session_id)
    .where("event_id", "=", event_id)
    .executeTakeFirst();
  return (
    known?.version === version &&
    known.chosen_at.getTime() === chosen_at.getTime() &&
    known.purposes.join() === purposes.join()
  );
}

type Sessions = Traces["sessions"];

/** What a person chose, in the order in which it came. */
export async function findConsents(db: Database, sessions: Sessions) {
  if (sessions.length === 0) return [];
  return db
    .selectFrom("consents")
    .select(["brand", "version", "purposes", "chosen_at", "stored_at"])
    .where(isOfDevices(sessions))
    .orderBy("stored_at")
    .orderBy("chosen_at")
    .execute();
}

/** Deletes what was chosen in these sessions; of a person, all that was chosen on their devices. Answers how many. */
export async function eraseConsents(
  trx: Transaction<Tables>,
  { email, sessions }: Traces,
): Promise<number> {
  if (sessions.length === 0) return 0;
  const gone = await trx
    .deleteFrom("consents")
    .where((where) =>
      email === null
        ? where("session_id", "in", sessions)
        : isOfDevices(sessions),
    )
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/**
 * In these sessions, or on the same devices in sessions that ended and left nothing else: a choice holds in a browser
 * for longer than the session in which it was made. The devices are found first, so that each half has its index.
 */
function isOfDevices(sessions: Sessions) {
  const own = sql.join(sessions);
  return sql<boolean>`(session_id in (${own}) or (
    visitor_id = any(array(select visitor_id from sessions where session_id in (${own})))
    and not exists (select 1 from sessions where session_id = consents.session_id)))`;
}
