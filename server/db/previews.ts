import { type RawBuilder, sql, type Transaction } from "kysely";
import type { StyleId } from "../pictures/styles.ts";
import { writeMessage } from "./outbox.ts";
import type { PreviewStatus } from "./preview-table.ts";
import type { Database, Tables } from "./tables.ts";

/** What a picture is made of: a photograph in some styles, or as the prompt says; or a prompt alone. */
export interface PreviewRequest {
  readonly photo: Uint8Array | null;
  readonly styles: readonly StyleId[] | null;
  readonly prompt: string | null;
}

/** Who wants a picture. */
export interface Asking {
  readonly sessionId: string;
  /** A digest of the network that they call from; null where nobody can tell. */
  readonly network: string | null;
}

export async function insertPreview(
  db: Database | Transaction<Tables>,
  job: PreviewRequest & {
    readonly id: string;
    readonly asking: Asking;
    readonly deviceId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto("preview_jobs")
    .values({
      job_id: job.id,
      session_id: job.asking.sessionId,
      network: job.asking.network,
      turn: turnOf(job.asking),
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

/**
 * The turn after the last one in which a network's picture waits, else the one that is on. Where nobody can tell the
 * network, a session counts as one.
 */
function turnOf({ sessionId, network }: Asking): RawBuilder<number> {
  return sql<number>`(select coalesce(
      max(turn) filter (where coalesce(network, session_id) = ${network ?? sessionId}) + 1,
      min(turn), 0)
    from preview_jobs where status = 'pending')`;
}

/** Nobody else takes a place where pictures wait until the transaction ends: what was counted stays true. */
export async function lockPlaces(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('preview_places'))`.execute(
    trx,
  );
}

/** How many jobs wait: of everybody, of one network, and of one session. */
export async function countWaiting(
  db: Database | Transaction<Tables>,
  { sessionId, network }: Asking,
): Promise<{
  readonly all: number;
  readonly ofNetwork: number;
  readonly own: number;
}> {
  const row = await db
    .selectFrom("preview_jobs")
    .where("status", "=", "pending")
    .select((eb) => [
      eb.fn.countAll().as("all"),
      eb.fn.countAll().filterWhere("network", "=", network).as("ofNetwork"),
      eb.fn.countAll().filterWhere("session_id", "=", sessionId).as("own"),
    ])
    .executeTakeFirstOrThrow();
  return {
    all: Number(row.all),
    ofNetwork: Number(row.ofNetwork),
    own: Number(row.own),
  };
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
export function completePreview(
  db: Database,
  {
    id,
    picture,
    now,
  }: {
    readonly id: string;
    readonly picture: Uint8Array;
    readonly now: Date;
  },
): Promise<void> {
  return settlePreview(db, { id, status: "completed", picture, now });
}

/** There will be none. Nothing happens to one that is settled. */
export function failPreview(
  db: Database,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  return settlePreview(db, { id, status: "failed", picture: null, now });
}

/** Moves a job that waits, and tells the outside of it, without the picture. */
function settlePreview(
  db: Database,
  settled: {
    readonly id: string;
    readonly status: "completed" | "failed";
    readonly picture: Uint8Array | null;
    readonly now: Date;
  },
): Promise<void> {
  const { id, status, picture, now } = settled;
  return db.transaction().execute(async (trx) => {
    const job = await trx
      .updateTable("preview_jobs")
      .set({
        status,
        picture,
        photo: null,
        network: null,
        finished_at: now,
      })
      .where("job_id", "=", id)
      .where("status", "=", "pending")
      .returning(["session_id", "styles"])
      .executeTakeFirst();
    if (job === undefined) return;
    const session = await trx
      .selectFrom("sessions")
      .select("brand")
      .where("session_id", "=", job.session_id)
      .executeTakeFirst();
    await writeMessage(trx, {
      kind: `preview.${status}`,
      payload: {
        preview_id: id,
        brand: session?.brand ?? null,
        styles: job.styles,
      },
      now,
      session: job.session_id,
    });
  });
}

/** The ids of what waits for its picture, in the order in which they are made. */
export async function findTurns(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("preview_jobs")
    .select("job_id")
    .where("status", "=", "pending")
    .orderBy("turn")
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
