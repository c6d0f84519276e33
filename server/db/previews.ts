import type { Transaction } from "kysely";
import type { StyleId } from "../pictures/styles.ts";
import type { Database, PreviewStatus, Tables } from "./tables.ts";

/** What a picture is made of: a photograph in some styles, or as the prompt says; or a prompt alone. */
export interface PreviewRequest {
  readonly photo: Uint8Array | null;
  readonly styles: readonly StyleId[] | null;
  readonly prompt: string | null;
}

export async function insertPreview(
  db: Database | Transaction<Tables>,
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

/** What a picture is to be made of; null when it is made already, or is not to be made any more. */
export async function findRequest(
  db: Database,
  id: string,
): Promise<PreviewRequest | null> {
  const row = await db
    .selectFrom("preview_jobs")
    .select(["photo", "styles", "prompt"])
    .where("job_id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return row ?? null;
}

/** The picture is there, and the photograph no longer needed. Nothing happens to one that is settled. */
export async function completePreview(
  db: Database,
  done: {
    readonly id: string;
    readonly picture: Uint8Array;
    readonly now: Date;
  },
): Promise<void> {
  await pending(db, done.id)
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
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await pending(db, id)
    .set({ status: "failed", photo: null, finished_at: now })
    .execute();
}

/** The ids of what waits for its picture since before a moment, oldest first. */
export async function findPending(
  db: Database,
  before: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("preview_jobs")
    .select("job_id")
    .where("status", "=", "pending")
    .where("created_at", "<", before)
    .orderBy("created_at")
    .execute();
  return rows.map(({ job_id }) => job_id);
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

function pending(db: Database, id: string) {
  return db
    .updateTable("preview_jobs")
    .where("job_id", "=", id)
    .where("status", "=", "pending");
}
