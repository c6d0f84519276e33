import { statfs } from "node:fs/promises";
import { countAttention, countIncidents } from "./db/attention.ts";
import { findForgottenSince } from "./db/forgotten.ts";
import { countJobs } from "./db/jobs.ts";
import { countMoney } from "./db/money-figures.ts";
import { findUnreviewedSince } from "./db/reviews.ts";
import { inTime } from "./in-time.ts";
import { reviewedBy } from "./jobs/reconcile.ts";
import { describeError } from "./log.ts";
import { answers } from "./routes/healthz.ts";
import type { Services } from "./services.ts";

/** All that was ever paid is looked through: what takes long is counted less often, for a twentieth of the time. */
const COUNT_EVERY_MS = 60_000;
const SHARE_OF_TIME = 1 / 20;
/** Well before the alert that nothing is counted any more. */
const COUNT_WITHIN_MS = 300_000;
/** Prometheus gives up after ten seconds, and says then that the process is gone. */
const WAIT_MS = 2_000;

/**
 * Counts what the database knows: jobs each time, money once a minute at most, whoever asks, and less often where that
 * takes longer than three seconds. What takes longer than `waitMs` is not waited for: until it is counted, and where
 * the database is away, the last figures stay.
 */
export function figures(
  services: Pick<
    Services,
    "dataDir" | "db" | "log" | "metrics" | "now" | "providers"
  >,
  waitMs = WAIT_MS,
): () => Promise<void> {
  const { dataDir, db, log, metrics, now, providers } = services;
  const ids = providers.all.map(({ id }) => id);
  const noteFailure = (error: unknown) =>
    log({ level: "error", message: "not counted", ...describeError(error) });
  const count = async () => {
    const at = now();
    // First what raises alerts: all money may be more than can be counted in time.
    metrics.attention(await countAttention(db, at));
    metrics.incidents(await countIncidents(db));
    metrics.overdue(await countOverdue(services, at));
    metrics.money(await countMoney(db), ids);
    metrics.counted(at);
  };
  let nextAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | null = null;
  let countingJobs: Promise<void> | null = null;
  return async () => {
    const disk = await statfs(dataDir).catch(() => null);
    if (disk !== null)
      metrics.disk(disk.bavail * disk.bsize, disk.blocks * disk.bsize);
    // Whoever asks waits for no database that says nothing.
    const isThere = await answers(db);
    metrics.database(isThere);
    if (!isThere) return;
    countingJobs ??= countJobs(db)
      .then(metrics.jobs, noteFailure)
      .finally(() => {
        countingJobs = null;
      });
    await inTime(countingJobs, waitMs, undefined);
    const at = now().getTime();
    if (counting === null && at >= nextAt) {
      counting = count()
        .catch(noteFailure)
        .finally(() => {
          nextAt = at + pauseAfter(now().getTime() - at);
          counting = null;
        });
    }
    if (counting !== null) await inTime(counting, waitMs, undefined);
  };
}

/** How long after the start of one count the next may begin, both in milliseconds. */
function pauseAfter(tookMs: number): number {
  return Math.min(
    Math.max(COUNT_EVERY_MS, tookMs / SHARE_OF_TIME),
    COUNT_WITHIN_MS,
  );
}

/** For how long providers were to be asked after orders that wait, and after sales; what is due now waits for its round. */
async function countOverdue(
  { db, providers }: Pick<Services, "db" | "providers">,
  now: Date,
) {
  const since = {
    order: await findForgottenSince(db, now),
    sale: await findUnreviewedSince(db, reviewedBy(providers), now),
  };
  return Object.entries(since).map(([kind, due]) => ({
    kind,
    seconds:
      due === null ? 0 : Math.max(0, (now.getTime() - due.getTime()) / 1_000),
  }));
}
