import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { digest } from "../token.ts";
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
  /** A year can be held against the one before in its last weeks. */
  pageCount: 400 * DAY_MS,
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

const deletePageCounts: Delete = (db, now) =>
  inBatches(() =>
    sql`delete from page_counts where (day, brand, funnel, page, event, within_s) in (
      select day, brand, funnel, page, event, within_s from page_counts
      where day < ${before(now, KEPT_MS.pageCount)}
      limit ${BATCH} for update skip locked)`.execute(db),
  );

/** The session, `s`, has left what is kept with it. */
const LEFT_SOMETHING = sql<boolean>`(
  exists (select 1 from contacts where session_id = s.session_id)
  or exists (select 1 from checkouts where session_id = s.session_id))`;

/** Something of the session, `s`, is deleted later, and the session with it. */
const IS_HELD = sql<boolean>`(
  exists (select 1 from idempotency_keys where session_id = s.session_id)
  or exists (select 1 from preview_jobs where session_id = s.session_id))`;

/** Where a walk through sessions is: by their end, and by their names where that is the same. */
interface LookedAt {
  /** As the database writes it, which is finer than a `Date`. */
  readonly ended: string;
  readonly session_id: string;
}

/**
 * A session that left a contact or a checkout stays, without the secret it was opened by; the others go with the
 * prices they were shown and the codes they were given. Each is looked at once in a round, those that ended first before
 * others, however many there are: what stays is marked, for there is ever more of it.
 */
const deleteSessions: Delete = async (db, now) => {
  let deleted = 0;
  for (let last: LookedAt | null = null; ;) {
    const done = await deleteSomeSessions(db, now, last);
    deleted += done.deleted;
    if (done.looked < BATCH) return deleted;
    last = done.last;
  }
};

/** One statement: nothing can be added to a session in between. */
async function deleteSomeSessions(
  db: Database,
  now: Date,
  last: LookedAt | null,
): Promise<{
  readonly looked: number;
  readonly deleted: number;
  readonly last: LookedAt | null;
}> {
  const isNext =
    last === null
      ? sql`true`
      : sql`(s.expires_at, s.session_id) > (${last.ended}::timestamptz, ${last.session_id})`;
  const { rows } = await sql<
    LookedAt & { readonly looked: number; readonly deleted: number }
  >`with looked as materialized (
      select s.session_id, s.expires_at from sessions s
      where s.expires_at < ${now} and not s.stays and ${isNext}
      order by s.expires_at, s.session_id
      limit ${BATCH} for update skip locked
    ), told as materialized (
      select s.session_id, ${LEFT_SOMETHING} as left_something, ${IS_HELD} as is_held
      from looked s
    ), kept as (
      update sessions set stays = true
      where session_id in (select session_id from told where left_something)
    ), ended as (
      select session_id from told where not left_something and not is_held
    ), prices as (
      delete from quotes where session_id in (select session_id from ended)
    ), codes as (
      delete from promo_codes
      where holder in (select ${sessionHolder("")} || session_id from ended)
    ), gone as (
      delete from sessions where session_id in (select session_id from ended) returning 1
    )
    select expires_at::text as ended, session_id,
      (select count(*)::int from looked) as looked, (select count(*)::int from gone) as deleted
    from looked order by expires_at desc, session_id desc limit 1`.execute(db);
  const [end] = rows;
  if (end === undefined) return { looked: 0, deleted: 0, last: null };
  const { looked, deleted, ...at } = end;
  return { looked, deleted, last: at };
}

/** Of codes, so many are looked at in a round. */
const CODES = 10_000;

/**
 * Codes go with their session. One that was given while its session went is found by a later round: of all that sessions
 * hold, of which there are ever more, each round looks at the next ones from a place of its own.
 */
const deleteCodes: Delete = (db) => {
  const first = sessionHolder("");
  const place = sessionHolder(digest(randomUUID()));
  const part = (isIn: RawBuilder<unknown>) =>
    sql`(select brand, holder, promo from promo_codes
      where starts_with(holder, ${first}) and ${isIn} order by holder limit ${CODES})`;
  const next = sql`${part(sql`holder >= ${place}`)}
    union all ${part(sql`holder >= ${first} and holder < ${place}`)} limit ${CODES}`;
  return inBatches(() =>
    sql`with looked as materialized (${next}), gone as materialized (
      select p.brand, p.holder, p.promo from looked
      join promo_codes p on (p.brand, p.holder, p.promo) = (looked.brand, looked.holder, looked.promo)
      where not exists (
        select 1 from sessions
        where session_id = substr(looked.holder, length(${first}) + 1))
      limit ${BATCH} for update of p skip locked)
    delete from promo_codes where (brand, holder, promo) in (select brand, holder, promo from gone)`.execute(
      db,
    ),
  );
};

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
  "page counts": deletePageCounts,
  sessions: deleteSessions,
  "promo codes": deleteCodes,
};
