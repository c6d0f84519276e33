import { setTimeout as wait } from "node:timers/promises";
import { CompiledQuery, sql, type Transaction } from "kysely";
import type PgBoss from "pg-boss";
import { DatabaseAway } from "../db/database-away.ts";
import { isTransaction } from "../db/pglite-dialect.ts";
import type { Database, Tables } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";
import { type Queue, run, type Runner, type Tried } from "./run-queue.ts";

/** Jobs whose process died are found that often, in seconds. */
export const MAINTENANCE_S = 15;
/** Until a database that was away when a queue was to begin is asked anew. */
const BEGIN_AGAIN_MS = 2_000;
/** A job is given to another process so long after its time limit, in seconds: nobody is at it any more by then. */
const LEASE_MARGIN_S = 30;
/** Dead letters may be looked at, and tried again, for 30 days. */
const DEAD_KEPT_S = 30 * 86_400;
/** A job that nobody could take for 90 days is dropped. */
const WAITING_KEPT_DAYS = 90;
/** How long jobs that are done are kept, in seconds: longer than any `everyS`, for a round is refused by the last one's job. */
const DONE_KEPT_S = 3_600;

export type Executor = Database | Transaction<Tables>;

/** Stores jobs. */
export interface Sender {
  /** Stores a job in the transaction that it is passed, so that it exists exactly when what it tells of does. */
  send(
    queue: string,
    jobs: readonly { readonly id: string; readonly data: object }[],
    db: Executor,
  ): Promise<void>;
  /** There may be jobs in this queue now. */
  wake(queue: string): void;
}

export interface Engine extends Sender {
  /**
   * Begins to do the jobs of some queues, which exist when this resolves, unless the engine was stopped before. A
   * database that is away is waited for.
   */
  work(queues: readonly Queue[]): Promise<void>;
  /** Finds jobs whose process died, and forgets what is long done; the engine does so by itself from time to time. */
  maintain(): Promise<void>;
  /** Takes no more jobs, lets those in hand end for `graceMs`, and hands back the rest at once. */
  stop(graceMs: number): Promise<void>;
}

/** Jobs in this database, by pg-boss: its tables are made or brought up to date first. */
export async function openEngine(options: {
  readonly db: Database;
  readonly log: Log;
  /** Who is told of the tries of a queue's jobs. */
  readonly triedOf?: (queue: string) => Tried;
}): Promise<Engine> {
  const { db, log, triedOf = () => () => {} } = options;
  const boss = await openBoss(db);
  boss.on("error", (error) =>
    log({ level: "error", message: "jobs failed", ...describeError(error) }),
  );
  await boss.start();
  const runners = new Map<string, Runner>();
  const stopped = new AbortController();
  let begun: Promise<unknown> = Promise.resolve();

  const begin = async (queue: Queue): Promise<void> => {
    refuse(queue, runners);
    while (!stopped.signal.aborted) {
      try {
        await createQueue(boss, db, queue);
        const tried = triedOf(queue.name);
        runners.set(queue.name, run({ boss, db, log, queue, tried }));
        return;
      } catch (error) {
        if (!(error instanceof DatabaseAway)) throw error;
        const about = describeError(error);
        log({ level: "error", message: "no jobs", ...about });
        await wait(BEGIN_AGAIN_MS, null, stopped).catch(() => {});
      }
    }
  };
  const beginAll = async (queues: readonly Queue[]): Promise<void> => {
    for (const queue of queues) await begin(queue);
  };
  return {
    send: async (queue, jobs, executor) => {
      if (jobs.length === 0) return;
      const named = jobs.map((job) => ({ name: queue, ...job }));
      await boss.insert(named, { db: sqlOf(executor) });
    },
    wake: (queue) => runners.get(queue)?.look(),
    work: (queues) => {
      const all = beginAll(queues);
      begun = Promise.allSettled([begun, all]);
      return all;
    },
    maintain: async () => {
      await boss.maintain();
    },
    stop: async (graceMs) => {
      stopped.abort();
      await begun;
      await Promise.all([...runners.values()].map((one) => one.stop(graceMs)));
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** What would go on without a word in another way than the queue says. */
function refuse(
  { name, everyS }: Queue,
  runners: ReadonlyMap<string, Runner>,
): void {
  if (runners.has(name))
    throw new Error(`two queues are called "${name}": name each otherwise`);
  if (everyS !== null && everyS >= DONE_KEPT_S)
    throw new Error(
      `the queue "${name}" recurs every ${everyS} seconds, but what is done is known for ${DONE_KEPT_S} only (DONE_KEPT_S): it would be done that often`,
    );
}

/** Loaded when it is needed: the server starts, and answers, before it does jobs. */
async function openBoss(db: Database): Promise<PgBoss> {
  const { default: Boss } = await import("pg-boss");
  return new Boss({
    db: sqlOf(db),
    // Its recurring jobs keep one process in charge of everybody's; ours are throttled jobs (`everyS`).
    schedule: false,
    maintenanceIntervalSeconds: MAINTENANCE_S,
    archiveCompletedAfterSeconds: DONE_KEPT_S,
    archiveFailedAfterSeconds: DEAD_KEPT_S,
    deleteAfterDays: 1,
    retentionDays: WAITING_KEPT_DAYS,
  });
}

/** What pg-boss asks of a database, over ours: within its pool, or within a transaction. */
function sqlOf(db: Executor) {
  return {
    executeSql: async (text: string, values: readonly unknown[] = []) => {
      const query = CompiledQuery.raw(text, [...values]);
      const { rows } = isTransaction(text)
        ? await wholly(db, query)
        : await db.executeQuery<unknown>(query);
      return { rows: [...rows] };
    },
  };
}

/** Statements that begin a transaction of their own: one that fails leaves it open, and its connection is everybody's. */
function wholly(db: Executor, query: CompiledQuery) {
  return db.connection().execute(async (connection) => {
    try {
      return await connection.executeQuery<unknown>(query);
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
      throw error;
    }
  });
}

async function createQueue(
  boss: PgBoss,
  db: Database,
  queue: Queue,
): Promise<void> {
  const { name } = queue;
  const options = {
    retryLimit: queue.retries,
    retryDelay: queue.retryAfterS,
    retryBackoff: true,
    expireInSeconds: Math.ceil(queue.limitS) + LEASE_MARGIN_S,
    retentionMinutes: WAITING_KEPT_DAYS * 1_440,
  };
  if ((await boss.getQueue(name)) === null)
    await insertQueue(db, name, options);
  else await boss.updateQueue(name, { name, ...options });
}

/**
 * As pg-boss makes a queue, but by one process at a time: it adds a row, and then locks its table for the row's foreign
 * key, so that of two at once each would wait for the other. A queue that is there already stays as it is.
 */
async function insertQueue(
  db: Database,
  name: string,
  options: object,
): Promise<void> {
  const asked = JSON.stringify({ policy: "standard", ...options });
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('job_queues'))`.execute(
      trx,
    );
    await sql`select pgboss.create_queue(${name}, ${asked})`.execute(trx);
  });
}
