import { sql } from "kysely";
import type { StyleId } from "../pictures/styles.ts";
import type { Database, PreviewStatus } from "./tables.ts";

/** After so many processes have died over a job, it has failed. */
const ATTEMPTS_MAX = 3;

/** What a picture is made of: a photograph in some styles, or as the prompt says; or a prompt alone. */
export interface PreviewRequest {
  readonly photo: Uint8Array | null;
  readonly styles: readonly StyleId[] | null;
  readonly prompt: string | null;
}

export async function insertPreview(
  db: Database,
  job: PreviewRequest & {
    readonly id: string;
    readonly sessionId: string;
    readonly deviceId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("preview_jobs")
    .values({
      job_id: job.id,
      session_id: job.sessionId,
      device_id: job.deviceId,
      status: "pending",
      styles: job.styles === null ? null : JSON.stringify(job.styles),
      prompt: job.prompt,
      photo: job.photo,
      picture: null,
      attempts: 0,
      claimed_by: null,
      claimed_until: null,
      created_at: job.now,
      finished_at: null,
    })
    .execute();
}

/** How many jobs wait: of everybody, and of one session. */
export async function countWaiting(
  db: Database,
  sessionId: string,
): Promise<{ readonly all: number; readonly own: number }> {
  const row = await db
    .selectFrom("preview_jobs")
    .where("status", "=", "pending")
    .select((eb) => [
      eb.fn.countAll().as("all"),
      eb.fn.countAll().filterWhere("session_id", "=", sessionId).as("own"),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), own: Number(row.own) };
}

/** A job of this session, the newest one without an id; null when there is none. */
export async function findPreview(
  db: Database,
  sessionId: string,
  id: string | null,
): Promise<{ readonly id: string; readonly status: PreviewStatus } | null> {
  const row = await db
    .selectFrom("preview_jobs")
    .select(["job_id", "status"])
    .where("session_id", "=", sessionId)
    .$if(id !== null, (query) => query.where("job_id", "=", id ?? ""))
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.job_id, status: row.status };
}

/** The finished picture of a job of this session, as JPEG. */
export async function findPicture(
  db: Database,
  sessionId: string,
  id: string,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom("preview_jobs")
    .select("picture")
    .where("session_id", "=", sessionId)
    .where("job_id", "=", id)
    .executeTakeFirst();
  return row?.picture ?? null;
}

/**
 * Claims the oldest job that nobody is at, until `until`. Two workers never get the same one: a row that somebody else
 * is about to claim is passed over. Jobs that went through too many hands are given up.
 */
export async function claimPreview(
  db: Database,
  claim: { readonly worker: string; readonly now: Date; readonly until: Date },
): Promise<{ readonly id: string; readonly request: PreviewRequest } | null> {
  const free = db
    .updateTable("preview_jobs")
    .where("status", "=", "pending")
    .where((eb) =>
      eb.or([
        eb("claimed_until", "is", null),
        eb("claimed_until", "<", claim.now),
      ]),
    );
  await free
    .set({ status: "failed", photo: null, finished_at: claim.now })
    .where("attempts", ">=", ATTEMPTS_MAX)
    .execute();
  const row = await free
    .set({
      claimed_by: claim.worker,
      claimed_until: claim.until,
      attempts: sql`attempts + 1`,
    })
    // Compared with `=`: as a list, the same question may be asked, and answered, once for each row.
    .where("job_id", "=", (eb) =>
      eb
        .selectFrom("preview_jobs as waiting")
        .select("waiting.job_id")
        .where("waiting.status", "=", "pending")
        .where((either) =>
          either.or([
            either("waiting.claimed_until", "is", null),
            either("waiting.claimed_until", "<", claim.now),
          ]),
        )
        .orderBy("waiting.created_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["job_id", "photo", "styles", "prompt"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { job_id: id, ...request } = row;
  return { id, request };
}

interface Claimed {
  readonly id: string;
  readonly worker: string;
}

/** Nobody else may take the job before `until`. */
export async function keepClaim(
  db: Database,
  claim: Claimed & { readonly until: Date },
): Promise<void> {
  await ofWorker(db, claim).set({ claimed_until: claim.until }).execute();
}

/** The picture is there, and the photograph no longer needed. Nothing happens when the job is somebody else's by now. */
export async function completePreview(
  db: Database,
  done: Claimed & { readonly picture: Uint8Array; readonly now: Date },
): Promise<void> {
  await ofWorker(db, done)
    .set({
      status: "completed",
      picture: done.picture,
      photo: null,
      finished_at: done.now,
    })
    .execute();
}

export async function failPreview(
  db: Database,
  failed: Claimed & { readonly now: Date },
): Promise<void> {
  await ofWorker(db, failed)
    .set({ status: "failed", photo: null, finished_at: failed.now })
    .execute();
}

/** Deletes jobs and pictures from before a moment. */
export async function forgetPreviews(
  db: Database,
  before: Date,
): Promise<void> {
  await db
    .deleteFrom("preview_jobs")
    .where("created_at", "<", before)
    .execute();
}

function ofWorker(db: Database, { id, worker }: Claimed) {
  return db
    .updateTable("preview_jobs")
    .where("job_id", "=", id)
    .where("status", "=", "pending")
    .where("claimed_by", "=", worker);
}
