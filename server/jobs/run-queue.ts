import { sql } from "kysely";
import type PgBoss from "pg-boss";
import { dropDead } from "../db/jobs.ts";
import type { Database } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";
import type { JobOutcome } from "../metrics.ts";

/** Between two looks for jobs that nobody told this process of. */
const POLL_MS = 2_000;

export interface Job {
  /** Unique within its queue; a job that is tried again keeps it. */
  readonly id: string;
  readonly data: unknown;
  /** It is not tried again after this. */
  readonly isLast: boolean;
  /** Aborted when the time limit is over (`isTimeOver`), or when the server stops and waits no longer. */
  readonly signal: AbortSignal;
}

/** One kind of work. Any number of processes may do it: a job is in one hand at a time. */
export interface Queue {
  readonly name: string;
  /** Jobs that one process does at the same time. */
  readonly atOnce: number;
  /** What a job may take, in seconds. */
  readonly limitS: number;
  /** Tries after the first one; after the last one the job is a dead letter, unless it recurs. */
  readonly retries: number;
  /** Wait before the second try, in seconds; each further one is twice as long. */
  readonly retryAfterS: number;
  /** It recurs: one job for each time of that many seconds, whatever processes there are; null: its jobs are sent. */
  readonly everyS: number | null;
  /** Called at each look for jobs, before it: adds what has come up meanwhile. */
  feed?(): Promise<void>;
  /**
   * Throws when it has to be tried again, a `GiveUp` when that would be of no use; says `nothing` where it had nothing to
   * do.
   */
  handle(job: Job): Promise<Did | void>;
}

/** What a job has come to that is over: what it asks for was done, or is not to be done. */
export type Did = Exclude<JobOutcome, "failed">;

/** Trying again would change nothing: the job is a dead letter at once. */
export class GiveUp extends Error {
  override readonly name = "GiveUp";
}

/** Whether a job has taken longer than it may, and was not ended by a server that stops. */
export function isTimeOver({ reason }: AbortSignal): boolean {
  return reason instanceof TimeOver;
}

class TimeOver extends Error {
  override readonly name = "TimeOver";
}

/** Is told of each try of a job, and what came of it. */
export type Tried = (outcome: JobOutcome) => void;

export interface Runner {
  look(): void;
  stop(graceMs: number): Promise<void>;
}

interface Running {
  readonly boss: PgBoss;
  readonly db: Database;
  readonly log: Log;
  readonly queue: Queue;
  readonly tried: Tried;
}

/** Takes as many jobs as there are hands free, and looks again when some are. */
export function run(running: Running): Runner {
  const { boss, db, log, queue } = running;
  const inHand = new Map<string, { end(): void; done: Promise<void> }>();
  let [stopping, looking, again] = [false, false, false];
  let taking = Promise.resolve();

  let sendsAt = 0;
  /** One job for each time of `everyS`: a second one is refused by the database, whose clock counts. */
  const recur = async (): Promise<void> => {
    const { name, everyS } = queue;
    if (everyS === null || performance.now() < sendsAt) return;
    // Of a process that died at it: the next round is its next try.
    await dropDead(db, { queue: name });
    await boss.send(name, {}, { singletonSeconds: everyS });
    // Ten times a round.
    sendsAt = performance.now() + (everyS * 1_000) / 10;
  };
  const take = async (): Promise<void> => {
    await queue.feed?.();
    await recur();
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
    const timer = setTimeout(
      () => ends.abort(new TimeOver("the time limit is over")),
      queue.limitS * 1_000,
    );
    const job: Job = { ...taken, signal: ends.signal };
    const done = finish(running, job).finally(() => {
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
    taking = take()
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
      // What is on its way from the queue is in hand, too.
      await taking;
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

/** Does a job and says what became of it. Never throws: what cannot be said is found when the job's lease has ended. */
async function finish(
  { boss, db, log, queue, tried }: Running,
  job: Job,
): Promise<void> {
  const { name } = queue;
  try {
    const { did, error } = await outcome(queue, job);
    if (did !== null) {
      tried(did);
      await (queue.everyS === null
        ? boss.deleteJob(name, job.id)
        : boss.complete(name, job.id));
    } else if (job.signal.aborted && !isTimeOver(job.signal))
      await handBack(db, name, job.id);
    else {
      tried("failed");
      const about = describeError(error);
      const isRecurring = queue.everyS !== null;
      const isDead = !isRecurring && (job.isLast || error instanceof GiveUp);
      const message = isDead ? "job is a dead letter" : "job failed";
      log({ level: "error", message, queue: name, job: job.id, ...about });
      if (error instanceof GiveUp) await spendTries(db, name, job.id);
      // Its time stays taken: the next round is the next try.
      await (isRecurring
        ? boss.complete(name, job.id)
        : boss.fail(name, job.id, about));
    }
  } catch (error) {
    const about = describeError(error);
    log({ level: "error", message: "job not settled", queue: name, ...about });
  }
}

/** What was done, or why nothing could be. What does not end with its signal is left alone. */
async function outcome(
  queue: Queue,
  job: Job,
): Promise<{ readonly did: Did | null; readonly error: unknown }> {
  try {
    const did = await Promise.race([queue.handle(job), aborted(job.signal)]);
    return { did: did ?? "done", error: null };
  } catch (error) {
    return { did: null, error: error ?? new Error("failed without a reason") };
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    // What listens to the signal itself says more: it comes first.
    signal.addEventListener("abort", () =>
      setTimeout(() => fail(signal.reason), 100),
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
