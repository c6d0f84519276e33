import {
  claimPreview,
  completePreview,
  type PreviewRequest,
  failPreview,
  forgetPreviews,
  keepClaim,
} from "../db/previews.ts";
import type { Database } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";
import { PictureError } from "../pictures/picture-service.ts";
import { newToken, type Random } from "../token.ts";
import type { MakePicture } from "./make-picture.ts";

/** A claim that nobody has renewed for that long belongs to a process that died, in milliseconds. */
export const CLAIM_MS = 30_000;
const RENEW_MS = 10_000;
/** How often it looks for jobs that nobody told it of: left behind, or taken in by another process. */
const LOOK_MS = 5_000;
/** A picture that nobody has come back for is deleted after seven days. */
export const KEEP_MS = 7 * 86_400_000;

export interface PreviewWorker {
  /** There may be something to do. */
  wake(): void;
  /** Ends what is being made, and begins nothing more. */
  stop(): Promise<void>;
}

/**
 * Makes the pictures of all jobs, one at a time, whichever process took them in and whenever. Any number of processes
 * may have a worker: a job is claimed for a while, and the claim renewed as long as its process lives.
 */
export function startPreviewWorker(options: {
  readonly db: Database;
  readonly now: () => Date;
  readonly random: Random;
  readonly log: Log;
  readonly make: MakePicture;
}): PreviewWorker {
  const { db, now, random, log } = options;
  const worker = newToken(random);
  const stopping = new AbortController();
  let wanted = false;
  let running: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      await forgetPreviews(db, new Date(now().getTime() - KEEP_MS));
      for (;;) {
        const job = stopping.signal.aborted ? null : await claim();
        if (job === null) break;
        await make(job.id, job.request);
      }
    }
  };
  const claim = () => claimPreview(db, { worker, ...claimTimes() });
  const claimTimes = () => {
    const at = now();
    return { now: at, until: new Date(at.getTime() + CLAIM_MS) };
  };
  const make = async (id: string, request: PreviewRequest): Promise<void> => {
    const renewal = setInterval(() => {
      keepClaim(db, { id, worker, until: claimTimes().until }).catch(report);
    }, RENEW_MS);
    try {
      const picture = await options.make(request, stopping.signal);
      await completePreview(db, { id, worker, picture, now: now() });
    } catch (error) {
      report(error);
      // Its claim runs out, and another worker or this one tries again; three times in all.
      if (!isOver(error)) return;
      await failPreview(db, { id, worker, now: now() });
    } finally {
      clearInterval(renewal);
    }
  };
  const isOver = (error: unknown) =>
    !stopping.signal.aborted &&
    !(error instanceof PictureError && error.kind === "unavailable");
  const report = (error: unknown) =>
    log({ level: "error", message: "preview failed", ...describeError(error) });
  const wake = () => {
    wanted = true;
    running ??= work()
      .catch(report)
      .finally(() => {
        running = null;
        if (wanted && !stopping.signal.aborted) wake();
      });
  };
  const timer = setInterval(wake, LOOK_MS).unref();
  wake();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
