import { sql, type Transaction } from "kysely";
import { dropJobs, uuidOf } from "./jobs.ts";
import type { Traces } from "./persons.ts";
import type { Tables } from "./tables.ts";

/** What was left in a person's sessions. They end, and their devices are those of nobody. */
export async function eraseSessions(
  trx: Transaction<Tables>,
  { sessions }: Traces,
  now: Date,
) {
  const counts: Record<string, number> = {};
  const pictures =
    sessions.length === 0
      ? []
      : await trx
          .selectFrom("preview_jobs")
          .select("job_id")
          .where("session_id", "in", sessions)
          .execute();
  await dropJobs(
    trx,
    pictures.map(({ job_id }) => uuidOf(job_id)),
  );
  for (const [name, table] of [
    ["contacts", "contacts"],
    ["prices_shown", "quotes"],
    ["saved_methods", "saved_methods"],
    ["answers_of_calls", "idempotency_keys"],
    ["pictures", "preview_jobs"],
  ] as const) {
    counts[name] = 0;
    if (sessions.length === 0) continue;
    const gone = await trx
      .deleteFrom(table)
      .where("session_id", "in", sessions)
      .executeTakeFirst();
    counts[name] = Number(gone.numDeletedRows);
  }
  if (sessions.length === 0) return counts;
  // In one order: another erasure may have sessions of the same visitors.
  const visitors = await trx
    .selectFrom("visitors")
    .select("visitor_id")
    .where("visitor_id", "in", (inner) =>
      inner
        .selectFrom("sessions")
        .select("visitor_id")
        .where("session_id", "in", sessions),
    )
    .orderBy("visitor_id")
    .forUpdate()
    .execute();
  const ids = visitors.map(({ visitor_id }) => visitor_id);
  if (ids.length > 0)
    await trx
      .updateTable("visitors")
      .set({ device_id: null })
      .where("visitor_id", "in", ids)
      .execute();
  await trx
    .updateTable("sessions")
    .set({
      // As of their beginning: a call that is under way, or a process whose clock is behind, may go by an earlier time.
      expires_at: sql<Date>`least(created_at, ${now}::timestamptz)`,
      stays: false,
    })
    .where("session_id", "in", sessions)
    .execute();
  return counts;
}
