import {
  completePreview,
  failPreview,
  findRequest,
  findTurns,
} from "../db/previews.ts";
import { findJobsOf, uuidOf } from "../db/jobs.ts";
import type { Database } from "../db/tables.ts";
import { describeError, type Log } from "../log.ts";
import { PictureError } from "../pictures/picture-service.ts";
import type { MakePicture } from "../previews/make-picture.ts";
import type { Sender } from "./engine.ts";
import { isTimeOver, type Queue } from "./run-queue.ts";

const NAME = "previews";
/** How many pictures one process makes at the same time, and what each may take, in seconds. */
type PictureLimits = Pick<Queue, "atOnce" | "limitS">;
export const PICTURE_LIMITS = {
  /**
   * They take a processor for seconds each. The limit says when another process makes the picture of one that was killed:
   * while its visitor waits, which is three minutes.
   */
  builtIn: { atOnce: 1, limitS: 90 },
  /** A service elsewhere takes its time: a minute for each picture of a sheet of four. */
  imageApi: { atOnce: 4, limitS: 250 },
} as const satisfies Readonly<Record<string, PictureLimits>>;

interface PreviewServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: Log;
  readonly sender: Sender;
  readonly limits: PictureLimits;
  readonly make: MakePicture;
}

/** There may be pictures to be made now. */
export function wakePreviews(sender: Sender): void {
  sender.wake(NAME);
}

/**
 * Makes the pictures that visitors ask for, whichever process took them in and whenever. The queue holds what is made
 * next and no more, so that whoever comes later from another network need not wait for all that one has asked for
 * (docs/decisions/0045).
 */
export function previews(services: PreviewServices): Queue {
  const { db, log, now, sender, limits } = services;
  return {
    name: NAME,
    ...limits,
    retries: 2,
    retryAfterS: 5,
    everyS: null,
    feed: async () => {
      const turns = (await findTurns(db)).map((id) => ({
        id,
        job: uuidOf(id),
      }));
      const names = turns.map(({ job }) => job);
      const sent = await findJobsOf(db, NAME, names);
      const isDead = new Set(
        sent.filter(({ is_dead }) => is_dead).map(({ id }) => id),
      );
      // Whoever was at its last try has died, and said nothing.
      for (const { id } of turns.filter(({ job }) => isDead.has(job))) {
        const error = "its process has died at the last try";
        log({ level: "error", message: "preview failed", error });
        await failPreview(db, { id, now: now() });
      }
      const isSent = new Set(sent.map(({ id }) => id));
      const capacity =
        limits.atOnce - sent.filter((one) => !one.is_taken).length;
      const next = turns.filter(({ job }) => !isSent.has(job));
      const jobs = next
        .slice(0, Math.max(0, capacity))
        .map(({ id, job }) => ({ id: job, data: { id } }));
      await sender.send(NAME, jobs, db);
    },
    handle: async ({ data, isLast, signal }) => {
      const { id } = readData(data);
      const request = await findRequest(db, id);
      if (request === null) return "nothing";
      try {
        const picture = await services.make(request, signal);
        await completePreview(db, { id, picture, now: now() });
      } catch (error) {
        await settle(services, { id, error, isLast, signal });
      }
      return "done";
    },
  };
}

/** Throws the error when it may be tried again. */
async function settle(
  { db, log, now }: PreviewServices,
  failed: {
    readonly id: string;
    readonly error: unknown;
    readonly isLast: boolean;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { id, error, isLast, signal } = failed;
  // What the picture itself is refused for stays so; anything else may be better by the next try.
  const isRefused =
    error instanceof PictureError && error.kind !== "unavailable";
  const isStopped = signal.aborted && !isTimeOver(signal);
  if (isStopped || (!isRefused && !isLast)) throw error;
  log({ level: "error", message: "preview failed", ...describeError(error) });
  await failPreview(db, { id, now: now() });
}

function readData(data: unknown): { readonly id: string } {
  return { id: String(Object(data).id) };
}
