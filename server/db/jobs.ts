import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database, Tables } from "./tables.ts";

/** What the engine's own words for states are to those who look at its jobs. */
const STATES: Readonly<Record<string, JobState>> = {
  created: "waiting",
  retry: "retrying",
  active: "active",
  failed: "dead",
};
export type JobState = "waiting" | "retrying" | "active" | "dead";

export interface JobCount {
  readonly queue: string;
  readonly state: JobState;
  readonly count: number;
}

/** A job that is not tried any more. */
export interface DeadJob {
  readonly id: string;
  readonly queue: string;
  readonly created_on: Date;
  readonly failed_on: Date;
  readonly tries: number;
  /** Why the last try failed, without what it was about. */
  readonly error: string;
}

/** Which dead letters are meant; neither: all. */
export interface Chosen {
  readonly queue?: string | undefined;
  readonly id?: string | undefined;
}

const ERROR = sql<string>`coalesce(output ->> 'error', output -> 'value' ->> 'message', '')`;

/** What a delivery tells: jobs are called like their message, but for those that tell it again. */
const MESSAGE = sql`coalesce(data ->> 'message', id::text)`;

/** The first 128 bits of a name in base64url as the engine writes them: a name has one job however often it is sent. */
export function uuidOf(name: string): string {
  const hex = Buffer.from(name, "base64url").toString("hex").padEnd(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** How many jobs are not done, by queue and state; none where the engine has never been. */
export async function countJobs(db: Database): Promise<JobCount[]> {
  if (!(await hasJobs(db))) return [];
  const { rows } = await sql<{
    queue: string;
    state: string;
    count: string | number;
  }>`select name as queue, state::text, count(*) as count from pgboss.job
    where state in ('created', 'retry', 'active', 'failed')
    group by name, state order by name, state`.execute(db);
  return rows.flatMap(({ queue, state, count }) => {
    const known = STATES[state];
    return known === undefined
      ? []
      : [{ queue, state: known, count: Number(count) }];
  });
}

/** A job of a queue, whether somebody has taken it once, and whether it is not tried any more. */
interface NamedJob {
  readonly id: string;
  readonly is_taken: boolean;
  readonly is_dead: boolean;
}

/** The jobs of a queue that are there under some of these names. */
export async function findJobsOf(
  db: Database,
  queue: string,
  ids: readonly string[],
): Promise<readonly NamedJob[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedJob>`
    select id::text, state <> 'created' as is_taken, state = 'failed' as is_dead
    from pgboss.job
    where name = ${queue} and id::text in (${sql.join(ids)})`.execute(db);
  return rows;
}

/** Deliveries of some messages that were not taken yet, those that are told again among them. */
export async function findUntaken(
  db: Database,
  messageIds: readonly string[],
): Promise<
  readonly {
    readonly queue: string;
    readonly message_id: string;
    readonly is_dead: boolean;
  }[]
> {
  if (messageIds.length === 0 || !(await hasJobs(db))) return [];
  const { rows } = await sql<{
    queue: string;
    message_id: string;
    is_dead: boolean;
  }>`select name as queue, ${MESSAGE} as message_id, state = 'failed' as is_dead
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')
      and ${MESSAGE} in (${sql.join(messageIds)})`.execute(db);
  return rows;
}

/** Whether a message, `o`, is still to be told to somebody, also by a dead letter that may be tried again. */
export async function isUntold(db: Database): Promise<RawBuilder<boolean>> {
  return (await hasJobs(db))
    ? sql<boolean>`exists (select 1 from pgboss.job
        where state in ('created', 'retry', 'active', 'failed') and ${MESSAGE} = o.message_id::text)`
    : sql<boolean>`false`;
}

export async function countDead(db: Database): Promise<number> {
  const counts = await countJobs(db);
  return counts
    .filter(({ state }) => state === "dead")
    .reduce((sum, { count }) => sum + count, 0);
}

/** The dead letters that are meant, newest first, at most `count`. */
export async function findDead(
  db: Database,
  chosen: Chosen,
  count: number,
): Promise<DeadJob[]> {
  if (!(await hasJobs(db))) return [];
  const { rows } = await sql<DeadJob>`select id, name as queue, created_on,
      completed_on as failed_on, retry_count + 1 as tries, ${ERROR} as error
    from pgboss.job where ${isChosen(chosen)}
    order by completed_on desc limit ${count}`.execute(db);
  return rows;
}

/** A job that waits, is tried again later, or is at work. */
export interface LivingJob {
  readonly id: string;
  readonly queue: string;
  readonly state: Exclude<JobState, "dead">;
  readonly created_on: Date;
  /** When it is tried next, or was begun where it is active. */
  readonly due: Date;
  readonly tries: number;
  /** Why the last try failed; empty before the first one has. */
  readonly error: string;
}

/** Jobs that are to be done or at work, of one queue or all, the next to be tried first, at most `count`. */
export async function findLiving(
  db: Database,
  { queue = null }: { readonly queue?: string | null | undefined },
  count: number,
): Promise<LivingJob[]> {
  if (!(await hasJobs(db))) return [];
  const { rows } = await sql<
    Omit<LivingJob, "state"> & { readonly state: string }
  >`select id, name as queue, state::text, created_on,
      case when state = 'active' then started_on else start_after end as due,
      retry_count + (started_on is not null)::int as tries, ${ERROR} as error
    from pgboss.job where state in ('created', 'retry', 'active')
      and (${queue}::text is null or name = ${queue})
    order by due, created_on limit ${count}`.execute(db);
  return rows.flatMap(({ state: named, ...job }) => {
    const state = STATES[named];
    return state === undefined || state === "dead" ? [] : [{ ...job, state }];
  });
}

/** Gives dead letters all their tries again. Answers how many. */
export async function retryDead(db: Database, chosen: Chosen): Promise<number> {
  if (!(await hasJobs(db))) return 0;
  const { rows } = await sql`update pgboss.job set state = 'created',
      started_on = null, completed_on = null, start_after = now(), retry_count = 0,
      retry_limit = (select coalesce(q.retry_limit, 2) from pgboss.queue q where q.name = job.name)
    where ${isChosen(chosen)} returning 1`.execute(db);
  return rows.length;
}

/** Forgets dead letters. Answers how many. */
export async function dropDead(db: Database, chosen: Chosen): Promise<number> {
  if (!(await hasJobs(db))) return 0;
  const { rows } =
    await sql`delete from pgboss.job where ${isChosen(chosen)} returning 1`.execute(
      db,
    );
  return rows.length;
}

/** Forgets what is to be done under these names, whatever its state. */
export async function dropJobs(
  db: Database | Transaction<Tables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !(await hasJobs(db))) return;
  const names = sql.join(ids);
  await sql`delete from pgboss.job where id::text in (${names})`.execute(db);
  await sql`delete from pgboss.archive where id::text in (${names})`.execute(
    db,
  );
}

function isChosen({ queue, id }: Chosen): RawBuilder<boolean> {
  return sql<boolean>`state = 'failed'
    and (${queue ?? null}::text is null or name = ${queue ?? null})
    and (${id ?? null}::text is null or id::text = ${id ?? null})`;
}

async function hasJobs(db: Database | Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass('pgboss.job')::text as found`.execute(db);
  return (rows[0]?.found ?? null) !== null;
}
