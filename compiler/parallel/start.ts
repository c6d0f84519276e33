import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Judged, Share } from "./share.ts";

/** With fewer funnels the first thread is done before another one is loaded and warm. */
const FUNNELS_A_THREAD = 60;
const MOST_THREADS = 4;

export interface Helper {
  /** What the thread has judged, once no funnel is left; rejects with a fault of ours. */
  readonly judged: Promise<readonly Judged[]>;
}

/** Starts as many threads beside this one as have enough to do. */
export function startThreads(share: Share): readonly Helper[] {
  const threads = Math.min(
    Math.floor(share.funnels.length / FUNNELS_A_THREAD),
    availableParallelism(),
    MOST_THREADS,
  );
  return Array.from({ length: Math.max(0, threads - 1) }, () =>
    startThread(share),
  );
}

function startThread(share: Share): Helper {
  const worker = new Worker(new URL("./thread.mjs", import.meta.url), {
    workerData: share,
  });
  const judged = new Promise<readonly Judged[]>((resolve, reject) => {
    worker.once("message", (message: readonly Judged[]) => {
      resolve(message);
      void worker.terminate();
    });
    worker.once("error", reject);
  });
  // Whoever awaits it hears of a fault; until then it is nobody's.
  judged.catch(() => undefined);
  return { judged };
}
