import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Entry } from "../workspace/build-cache.ts";
import type { BuildJob } from "./build-job.ts";

/** More threads take more memory than they save time. */
const MOST_THREADS = 8;

/** Threads that work on the jobs of a build; each is started when there is a job for it. */
export interface Pool {
  /** As many jobs are worked on at once. */
  readonly size: number;
  /** Rejects with what the job threw, or when its thread ended. */
  run(job: BuildJob): Promise<Entry>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: BuildJob;
  readonly resolve: (result: Entry) => void;
  readonly reject: (error: unknown) => void;
}

export function openPool(): Pool {
  // A loader may put a query behind the name.
  const { pathname } = new URL(import.meta.url);
  return pathname.endsWith(".ts") ? withoutThreads() : withThreads();
}

/** The sources run where nothing could be written, thus no bundle of a thread either. */
function withoutThreads(): Pool {
  return {
    size: 1,
    run: async (job) => (await import("./build-job.ts")).runBuildJob(job),
    close: async () => undefined,
  };
}

/** @param program what a thread runs: it answers each job with its result */
export function withThreads(
  program = new URL("./build-thread.mjs", import.meta.url),
  size = Math.min(availableParallelism(), MOST_THREADS),
): Pool {
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const next = (worker: Worker) => {
    const first = waiting.shift();
    if (first === undefined) idle.push(worker);
    else give(worker, first);
  };
  const give = (worker: Worker, { job, resolve, reject }: Waiting) => {
    const fail = (error: unknown) => {
      all.delete(worker);
      reject(error);
    };
    const end = (code: number) =>
      fail(new Error(`a thread of the build ended without a result (${code})`));
    worker.once("error", fail);
    worker.once("exit", end);
    worker.once("message", (result: Entry) => {
      worker.off("error", fail);
      worker.off("exit", end);
      resolve(result);
      next(worker);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(job);
  };
  return {
    size,
    run: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        const worker = idle.pop() ?? (all.size < size ? start() : null);
        if (worker !== null) next(worker);
      }),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
  function start(): Worker {
    const worker = new Worker(program);
    all.add(worker);
    return worker;
  }
}
