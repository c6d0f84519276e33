import { sql, type Transaction } from "kysely";
import { eraseTraces } from "./erase.ts";
import { BATCH, inBatches } from "./in-batches.ts";
import { isAwayForAll } from "./database-away.ts";
import { type Database, type Tables, WAITING } from "./tables.ts";
import { takeTurn } from "./turn.ts";

type Reader = Database | Transaction<Tables>;

/** For how long people are kept after their last visit, their last order and the end of their plan. */
export interface Retention {
  /** In days, by brand. */
  readonly ofBrand: ReadonlyMap<string, number>;
  /** In days, where a brand says nothing and for brands that are gone. */
  readonly otherwise: number;
  /** How many sessions are looked for at a time. */
  readonly atOnce: number;
  /** Whether a round has taken long enough: what is left goes in the next one. */
  isOver(): boolean;
  /** A session is open for so long after its visitor was last there. */
  readonly sessionMs: number;
}

/** A session that could not be erased, and why. */
interface NotErased {
  /** As the table `sessions` has it: a digest. */
  readonly session: string;
  readonly error: unknown;
}

/**
 * Erases what people have left when their time is over, session by session: orders stay, cleaned as an erasure cleans
 * them. Then devices that nobody has come by with for as long. Answers how many sessions and devices that were, and why
 * sessions could not be erased.
 */
export async function eraseOutlived(
  db: Database,
  retention: Retention,
  now: Date,
): Promise<{
  readonly sessions: number;
  readonly visitors: number;
  readonly failures: readonly NotErased[];
}> {
  const { atOnce, isOver } = retention;
  let sessions = 0;
  const failures: NotErased[] = [];
  for (let found = atOnce; found === atOnce && !isOver();) {
    // Those that cannot be erased are found again, before all others.
    const skipped = failures.length;
    const at = { now, sessionId: null, skipped };
    const outlived = await findOutlived(db, retention, at);
    found = outlived.length;
    for (const sessionId of outlived)
      try {
        if (isOver()) break;
        if (await eraseOne(db, retention, { now, sessionId })) sessions += 1;
      } catch (error) {
        // One that cannot be erased, or whose rows somebody holds, is no reason to keep the others.
        if (isAwayForAll(error)) throw error;
        failures.push({ session: sessionId, error });
      }
  }
  await forgetConsents(db, retention, now);
  await forgetOpenings(db, retention, now);
  const visitors = await forgetVisitors(db, retention, now);
  return { sessions, visitors, failures };
}

/** Choices outlive the sessions in which nothing else was left: they are kept as long as their device comes by. */
async function forgetConsents(
  db: Database,
  retention: Retention,
  now: Date,
): Promise<void> {
  const since = sql`${now}::timestamptz - ${daysOf(retention, "c")} * interval '1 day'`;
  await inBatches(
    () =>
      sql`delete from consents where (session_id, event_id) in (
        select c.session_id, c.event_id from consents c
        where c.stored_at < ${shortest(retention, now)}::timestamptz
          and c.stored_at < ${since}
          and not exists (select 1 from visitors
            where visitor_id = c.visitor_id and seen_at >= ${since})
          and not exists (select 1 from sessions
            where visitor_id = c.visitor_id and erased_at is null)
        limit ${BATCH} for update skip locked)`.execute(db),
    retention.isOver,
  );
}

/** False when somebody has come back meanwhile, or another process was here first. */
function eraseOne(
  db: Database,
  retention: Retention,
  at: { readonly now: Date; readonly sessionId: string },
): Promise<boolean> {
  const { now, sessionId } = at;
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, sessionId);
    const found = await findOutlived(trx, retention, at);
    if (found.length === 0) return false;
    await eraseTraces(trx, { email: null, sessions: [sessionId] }, now);
    await trx
      .updateTable("sessions")
      .set({ erased_at: now })
      .where("session_id", "=", sessionId)
      .execute();
    return true;
  });
}

/**
 * Sessions whose time is over, those that ended first before others; of one session alone, whether it is. A plan that
 * renews, a dispute that is open and a payment that nobody knows the end of keep theirs; a form that nothing was ever told of
 * does not.
 */
async function findOutlived(
  db: Reader,
  retention: Retention,
  {
    now,
    sessionId,
    skipped = 0,
  }: {
    readonly now: Date;
    readonly sessionId: string | null;
    readonly skipped?: number;
  },
): Promise<string[]> {
  const days = daysOf(retention, "s");
  const { rows } = await sql<{ session_id: string }>`
    select s.session_id from sessions s join visitors v on v.visitor_id = s.visitor_id
    where s.erased_at is null
      and s.expires_at < ${shortest(retention, now)}::timestamptz + ${retention.sessionMs} * interval '1 millisecond'
      and (${sessionId}::text is null or s.session_id = ${sessionId})
      and greatest(
        s.expires_at - ${retention.sessionMs} * interval '1 millisecond',
        v.seen_at,
        (select max(created_at) from checkouts where session_id = s.session_id),
        (select max(coalesce(ends_at, told_at)) from subscriptions where session_id = s.session_id)
      ) < ${now}::timestamptz - ${days} * interval '1 day'
      and not exists (select 1 from subscriptions
        where session_id = s.session_id and status <> 'cancelled'
          and (ends_at is null or ends_at > ${now}))
      and not exists (select 1 from checkouts c where c.session_id = s.session_id and (
        (c.status in (${sql.join(WAITING)}) and c.untold_since is null)
        or exists (select 1 from disputes d
          where d.checkout_id = c.checkout_id and d.state = 'open' and not exists (
            select 1 from disputes outcome
            where outcome.provider = d.provider and outcome.reference = d.reference
              and outcome.state <> 'open' and outcome.told_at >= d.told_at))))
    order by s.expires_at, s.session_id
    limit ${retention.atOnce} offset ${skipped}`.execute(db);
  return rows.map(({ session_id }) => session_id);
}

/** Whoever has opened a gift, and left nothing else, is forgotten as long after it as a visitor would be. */
async function forgetOpenings(
  db: Database,
  retention: Retention,
  now: Date,
): Promise<void> {
  await sql`update gift_openings o set email = null from gifts g
    where g.gift_id = o.gift_id and o.email is not null
      and o.opened_at < ${now}::timestamptz - ${daysOf(retention, "g")} * interval '1 day'`.execute(
    db,
  );
}

/**
 * What there is of the device `v`; null where there is nothing. Each is looked up by itself: the database cannot know how
 * few devices there are to look at, and would go through all sessions and sides for them.
 */
const SESSION = sql`(select 1 from sessions where visitor_id = v.visitor_id limit 1)`;
const OPEN_SESSION = sql`(select 1 from sessions
  where visitor_id = v.visitor_id and erased_at is null limit 1)`;
const ORDER = sql`(select 1 from sessions s join checkouts c on c.session_id = s.session_id
  where s.visitor_id = v.visitor_id limit 1)`;
const SIDE_SEEN = sql`(select 1 from ab_assignments
  where visitor_id = v.visitor_id and exposed_at is not null limit 1)`;

/**
 * A device with a session in which something is kept is kept with it. One that was counted in an experiment, or has an
 * order, stays a number, and is looked at once, for there is ever more of it.
 */
async function forgetVisitors(
  db: Database,
  retention: Retention,
  now: Date,
): Promise<number> {
  const isOutlived = sql`not v.stays and v.seen_at < ${shortest(retention, now)}::timestamptz
    and v.seen_at < ${now}::timestamptz - ${daysOf(retention, "v")} * interval '1 day'`;
  const nameless = await inBatches(
    () =>
      sql`update visitors set device_id = null where visitor_id in (
        select v.visitor_id from visitors v where v.device_id is not null and ${isOutlived}
          and ${OPEN_SESSION} is null
        limit ${BATCH} for update skip locked)`.execute(db),
    retention.isOver,
  );
  await inBatches(
    () =>
      sql`update visitors set stays = true where visitor_id in (
        select v.visitor_id from visitors v where v.device_id is null and ${isOutlived}
          and (${SIDE_SEEN} is not null or ${ORDER} is not null)
        limit ${BATCH} for update skip locked)`.execute(db),
    retention.isOver,
  );
  // Those that stay and are not marked yet would be gone through once more.
  if (retention.isOver()) return nameless;
  await inBatches(
    () =>
      sql`with gone as (
          select v.visitor_id from visitors v where v.device_id is null and ${isOutlived}
            and ${SESSION} is null and ${SIDE_SEEN} is null
          limit ${BATCH} for update skip locked
        ), uncounted as (
          delete from ab_assignments where visitor_id in (select visitor_id from gone)
        )
        delete from visitors where visitor_id in (select visitor_id from gone)`.execute(
        db,
      ),
    retention.isOver,
  );
  return nameless;
}

/** The days of a row's brand. Where it is not known, every brand's promise has to hold. */
function daysOf(retention: Retention, row: "s" | "v" | "c" | "g") {
  const brand = sql.ref(`${row}.brand`);
  const lines = [...retention.ofBrand].map(
    ([id, days]) => sql`when ${brand} = ${id} then ${days}::int`,
  );
  return sql`(case when ${brand} is null then ${fewest(retention)}::int
    ${sql.join(lines, sql` `)} else ${retention.otherwise}::int end)`;
}

function fewest({ ofBrand, otherwise }: Retention): number {
  return Math.min(otherwise, ...ofBrand.values());
}

/** What was there since then is kept, whatever its brand. */
function shortest(retention: Retention, now: Date): Date {
  return new Date(now.getTime() - fewest(retention) * 86_400_000);
}
