import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { BATCH, inBatches } from "./in-batches.ts";
import { isUntold } from "./jobs.ts";
import { sessionHolder } from "./persons.ts";
import type { Database } from "./tables.ts";

const KEPT_MS = {
  key: DAY_MS,
  limit: HOUR_MS,
  /** Providers repeat a message for some days; after that, its name need not be known. */
  event: 30 * DAY_MS,
  /**
   * Since what it tells of, and as long as a delivery of it is to be tried. A receiver that is new gets what is left; one
   * that was gone for that long holds none.
   */
  message: 30 * DAY_MS,
  /** Longer than a message that a mail tells of is kept. */
  mail: 60 * DAY_MS,
  /** Whoever comes back within a quarter of a year finds their countdown ended. */
  countdown: 90 * DAY_MS,
} as const;

/** What could not be deleted, and why. */
interface NotDeleted {
  readonly rows: string;
  readonly error: unknown;
}

/**
 * Deletes what is of no more use: idempotency keys, call limits, tokens, names of messages, old countdowns, sessions that
 * ended without leaving a contact or a purchase, and their promo codes. Answers how many rows went, and what of it could
 * not be deleted: that holds up none of the others. Several processes may do it at once: a row that one is deleting is
 * left alone by the others.
 */
export async function deleteOutlived(
  db: Database,
  now: Date,
): Promise<{
  readonly deleted: number;
  readonly failures: readonly NotDeleted[];
}> {
  let deleted = 0;
  const failures: NotDeleted[] = [];
  for (const [rows, deleteThese] of Object.entries(OUTLIVED))
    try {
      deleted += await deleteThese(db, now);
    } catch (error) {
      // A statement that takes too long is a database that is away: the next one may be quicker.
      failures.push({ rows, error });
    }
  return { deleted, failures };
}

type Delete = (db: Database, now: Date) => Promise<number>;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const deleteKeys: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from idempotency_keys where (session_id, key) in (
      select session_id, key from idempotency_keys
      where started_at < ${before(now, KEPT_MS.key)}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

const deleteLimits: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from call_limits where key in (
      select key from call_limits where begun_at < ${before(now, KEPT_MS.limit)}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

const deleteTokens: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from auth_tokens where token_digest in (
      select token_digest from auth_tokens where expires_at < ${now}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

const deleteRequests: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from rights_requests where request_id in (
      select request_id from rights_requests where expires_at < ${now}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

const deleteEvents: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from webhook_events where event_id in (
      select event_id from webhook_events
      where processed_at < ${before(now, KEPT_MS.event)}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

/** Not those that somebody is still to be told, who may be many: they are looked up, and not gone through for each. */
const deleteMessages: Delete = async (db, now) => {
  const since = before(now, KEPT_MS.message);
  const untold = await isUntold(db);
  return inBatches(() =>
    sql`delete from outbox where message_id in (
      select message_id from outbox o
      where created_at < ${since} and not exists (
        select 1 from receivers r
        where (o.place is null or r.place < o.place) and r.seen_at > ${since})
        and not ${untold}
      limit ${BATCH} for update skip locked)`.execute(db),
  );
};

const deleteMails: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from mails where mail_id in (
      select mail_id from mails where sent_at < ${before(now, KEPT_MS.mail)}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

const deleteCountdowns: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from countdowns where (brand, holder, funnel) in (
      select brand, holder, funnel from countdowns
      where ends_at < ${before(now, KEPT_MS.countdown)}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

/** The session, `s`, has left what is kept with it. */
const LEFT_SOMETHING = sql`(
  exists (select 1 from contacts where session_id = s.session_id)
  or exists (select 1 from checkouts where session_id = s.session_id))`;

/**
 * A session that left a contact or a checkout stays, without the secret it was opened by; the others go with the
 * prices they were shown. What stays is looked at once, for there is ever more of it. One statement: nothing can be added
 * to a session in between.
 */
const deleteSessions: Delete = async (db, now) => {
  await inBatches(() =>
    sql`update sessions set stays = true where session_id in (
      select session_id from sessions s
      where expires_at < ${now} and not stays and ${LEFT_SOMETHING}
      limit ${BATCH} for update skip locked)`.execute(db),
  );
  return inBatches(() =>
    sql`with ended as (
        select session_id from sessions s
        where expires_at < ${now} and not stays and not ${LEFT_SOMETHING}
          and not exists (select 1 from idempotency_keys where session_id = s.session_id)
          and not exists (select 1 from preview_jobs where session_id = s.session_id)
        limit ${BATCH} for update skip locked
      ), prices as (
        delete from quotes where session_id in (select session_id from ended)
      )
      delete from sessions where session_id in (select session_id from ended)`.execute(
      db,
    ),
  );
};

/** A code that was given while its session went is found by the next round. */
const deleteCodes: Delete = (db) =>
  inBatches(() =>
    sql`delete from promo_codes where (brand, holder, promo) in (
      select brand, holder, promo from promo_codes p
      where starts_with(holder, ${sessionHolder("")}) and not exists (
        select 1 from sessions
        where session_id = substr(p.holder, length(${sessionHolder("")}) + 1))
      limit ${BATCH} for update skip locked)`.execute(db),
  );

/** By what the log calls them, in this order: sessions go when nothing of them is left. */
const OUTLIVED: Readonly<Record<string, Delete>> = {
  "idempotency keys": deleteKeys,
  "call limits": deleteLimits,
  "access tokens": deleteTokens,
  "requests for data": deleteRequests,
  "names of messages": deleteEvents,
  messages: deleteMessages,
  "names of mails": deleteMails,
  countdowns: deleteCountdowns,
  sessions: deleteSessions,
  "promo codes": deleteCodes,
};
