import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Linted, LintedPart, Share } from "./share.ts";

/** With fewer funnels the first thread is done before another one is loaded and warm. */
const FUNNELS_A_THREAD = 60;
const MOST_THREADS = 4;

export interface Helper {
  /** What the thread has linted, once no funnel is left; rejects with a fault of ours. */
  readonly linted: Promise<readonly Linted[]>;
}

/** Starts as many threads beside this one as have enough to do. */
export function startThreads(share: Share): readonly Helper[] {
  const threads = Math.min(
    Math.floor(share.jobs.length / FUNNELS_A_THREAD),
    availableParallelism(),
    MOST_THREADS,
  );
  return Array.from({ length: Math.max(0, threads - 1) }, () =>
    startThread(share),
  );
}

/** One thread that runs `program`, which sends what it has linted. */
export function startThread(
  share: Share,
  program = new URL("./thread.mjs", import.meta.url),
): Helper {
  const worker = new Worker(program, { workerData: share });
  const linted = new Promise<readonly Linted[]>((resolve, reject) => {
    const all: Linted[] = [];
    worker.on("message", ({ linted: some, isLast }: LintedPart) => {
      all.push(...some);
      if (!isLast) return;
      resolve(all);
      void worker.terminate();
    });
    worker.once("error", reject);
    // After its last message or an error this says nothing new.
    worker.once("exit", (code) =>
      reject(
        new Error(`a thread of the check ended without findings (${code})`),
      ),
    );
  });
  // Whoever awaits it hears of a fault; until then it is nobody's.
  linted.catch(() => undefined);
  return { linted };
}
