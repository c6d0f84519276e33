import { CompiledQuery, sql, type Transaction } from "kysely";
import type PgBoss from "pg-boss";
import { isTransaction } from "../db/pglite-dialect.ts";
import type { Database, Tables } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";

/** Between two looks for jobs that nobody told this process of. */
const POLL_MS = 2_000;
/** Jobs whose process died are found that often, in seconds. */
const MAINTENANCE_S = 15;
/** A job is given to another process so long after its time limit, in seconds: nobody is at it any more by then. */
const LEASE_MARGIN_S = 30;
/** Dead letters may be looked at, and tried again, for 30 days. */
const DEAD_KEPT_S = 30 * 86_400;
/** A job that nobody could take for 90 days is dropped. */
const WAITING_KEPT_DAYS = 90;
/** Longest distance of two rounds of a recurring job, in seconds. */
const DONE_KEPT_S = 3_600;

export interface Job {
  /** Unique within its queue; a job that is tried again keeps it. */
  readonly id: string;
  readonly data: unknown;
  /** It is not tried again after this. */
  readonly isLast: boolean;
  /** Aborted when the time limit is over, or when the server stops and waits no longer. */
  readonly signal: AbortSignal;
}

/** One kind of work. Any number of processes may do it: a job is in one hand at a time. */
export interface Queue {
  readonly name: string;
  /** Jobs that one process does at the same time. */
  readonly atOnce: number;
  /** What a job may take, in seconds. */
  readonly limitS: number;
  /** Tries after the first one; after the last one the job is a dead letter. */
  readonly retries: number;
  /** Wait before the second try, in seconds; each further one is twice as long. */
  readonly retryAfterS: number;
  /** It recurs: one job for each time of that many seconds, whatever processes there are; null: its jobs are sent. */
  readonly everyS: number | null;
  /** Called at each look for jobs, before it: adds what has come up meanwhile. */
  feed?(): Promise<void>;
  /** Throws when it has to be tried again, a `GiveUp` when that would be of no use. */
  handle(job: Job): Promise<void>;
}

/** Trying again would change nothing: the job is a dead letter at once. */
export class GiveUp extends Error {
  override readonly name = "GiveUp";
}

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
  /** Begins to do the jobs of some queues, which exist when this resolves. */
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
}): Promise<Engine> {
  const { db, log } = options;
  const boss = await openBoss(db);
  boss.on("error", (error) =>
    log({ level: "error", message: "jobs failed", ...describeError(error) }),
  );
  await boss.start();
  const runners = new Map<string, Runner>();
  return {
    send: async (queue, jobs, executor) => {
      if (jobs.length === 0) return;
      const named = jobs.map((job) => ({ name: queue, ...job }));
      await boss.insert(named, { db: sqlOf(executor) });
    },
    wake: (queue) => runners.get(queue)?.look(),
    work: async (queues) => {
      for (const queue of queues) {
        await createQueue(boss, queue);
        runners.set(queue.name, run({ boss, db, log, queue }));
      }
    },
    maintain: async () => {
      await boss.maintain();
    },
    stop: async (graceMs) => {
      await Promise.all([...runners.values()].map((one) => one.stop(graceMs)));
      await boss.stop({ graceful: false, close: false });
    },
  };
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

async function createQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const options = {
    name: queue.name,
    retryLimit: queue.retries,
    retryDelay: queue.retryAfterS,
    retryBackoff: true,
    expireInSeconds: Math.ceil(queue.limitS) + LEASE_MARGIN_S,
    retentionMinutes: WAITING_KEPT_DAYS * 1_440,
  };
  if ((await boss.getQueue(queue.name)) === null)
    await boss.createQueue(queue.name, options);
  else await boss.updateQueue(queue.name, options);
}

interface Runner {
  look(): void;
  stop(graceMs: number): Promise<void>;
}

interface Running {
  readonly boss: PgBoss;
  readonly db: Database;
  readonly log: Log;
  readonly queue: Queue;
}

/** Takes as many jobs as there are hands free, and looks again when some are. */
function run(running: Running): Runner {
  const { boss, log, queue } = running;
  const inHand = new Map<string, { end(): void; done: Promise<void> }>();
  let [stopping, looking, again] = [false, false, false];

  const take = async (): Promise<void> => {
    await queue.feed?.();
    await recur(boss, queue);
    const free = queue.atOnce - inHand.size;
    if (free === 0 || stopping) return;
    const jobs = await boss.fetch<unknown>(queue.name, {
      batchSize: free,
      priority: false,
      includeMetadata: true,
    });
    again ||= jobs.length === free;
    for (const { id, data, retryCount, retryLimit } of jobs)
      start({ id, data, isLast: retryCount >= retryLimit });
  };
  const start = (taken: Omit<Job, "signal">) => {
    const { id } = taken;
    const ends = new AbortController();
    const end = () => ends.abort();
    const timer = setTimeout(end, queue.limitS * 1_000);
    const job: Job = { ...taken, signal: ends.signal };
    const done = finish(running, job, () => stopping).finally(() => {
      clearTimeout(timer);
      inHand.delete(id);
      // A few hands at a time: one question for each job would be more work than most jobs.
      if (again && inHand.size <= queue.atOnce * 0.75) look();
    });
    inHand.set(id, { end, done });
  };
  const look = () => {
    if (looking) again = true;
    if (looking || stopping) return;
    [looking, again] = [true, false];
    void take()
      .catch((error: unknown) =>
        log({ level: "error", message: "no jobs", ...describeError(error) }),
      )
      .finally(() => {
        looking = false;
        if (again && inHand.size < queue.atOnce) look();
      });
  };
  const timer = setInterval(look, POLL_MS).unref();
  return {
    look,
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(timer);
      const all = Promise.all([...inHand.values()].map(({ done }) => done));
      const late = setTimeout(
        () => inHand.forEach(({ end }) => end()),
        graceMs,
      );
      await all;
      clearTimeout(late);
    },
  };
}

/** One job for each time of `everyS`: a second one is refused by the database. */
async function recur(boss: PgBoss, { name, everyS }: Queue): Promise<void> {
  if (everyS === null) return;
  await boss.send(name, {}, { singletonSeconds: everyS });
}

/** Does a job and says what became of it. Never throws: what cannot be said is found when the job's lease has ended. */
async function finish(
  { boss, db, log, queue }: Running,
  job: Job,
  stopping: () => boolean,
): Promise<void> {
  const { name } = queue;
  try {
    const error = await outcome(queue, job);
    if (error === null)
      await (queue.everyS === null
        ? boss.deleteJob(name, job.id)
        : boss.complete(name, job.id));
    else if (stopping() && job.signal.aborted) await handBack(db, name, job.id);
    else {
      const about = describeError(error);
      log({ level: "error", message: "job failed", queue: name, ...about });
      if (error instanceof GiveUp) await spendTries(db, name, job.id);
      await boss.fail(name, job.id, about);
    }
  } catch (error) {
    const about = describeError(error);
    log({ level: "error", message: "job not settled", queue: name, ...about });
  }
}

/** null when it is done, else why not. What does not end with its signal is left alone. */
async function outcome(queue: Queue, job: Job): Promise<unknown> {
  try {
    await Promise.race([queue.handle(job), aborted(job.signal)]);
    return null;
  } catch (error) {
    return error ?? new Error("failed without a reason");
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    // What listens to the signal itself says more: it comes first.
    signal.addEventListener("abort", () =>
      setTimeout(() => fail(new Error("the time limit is over")), 100),
    );
  });
}

/** As if nobody had taken it: no try is spent, and the next process may have it at once. */
async function handBack(db: Database, name: string, id: string) {
  await sql`update pgboss.job set state = 'created', started_on = null, start_after = now()
    where name = ${name} and id = ${id} and state = 'active'`.execute(db);
}

async function spendTries(db: Database, name: string, id: string) {
  await sql`update pgboss.job set retry_limit = retry_count
    where name = ${name} and id = ${id} and state = 'active'`.execute(db);
}
