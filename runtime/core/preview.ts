import type { CheckPreviewStatus } from "../../generated/api.ts";
import { isRecord, readText } from "./read.ts";
import { PREVIEW_VERSION } from "./storage-keys.ts";

/** Spec 9: how often the job is asked after, in milliseconds. */
export const PREVIEW_POLL_MS = 5_000;
/** Spec 8: so many 404 in a row, and it is given up. */
const PREVIEW_404_MAX = 15;
/** Nobody is kept waiting longer, in milliseconds; the job itself goes on. */
export const PREVIEW_LIMIT_MS = 180_000;

export type PreviewStatus = CheckPreviewStatus["answer"]["status"];
const STATUSES = [
  "pending",
  "completed",
  "failed",
] as const satisfies readonly PreviewStatus[];

/** The picture that is made for this visitor in this funnel. It outlives a reload by its id. */
export interface Preview {
  readonly v: typeof PREVIEW_VERSION;
  readonly id: string;
  readonly status: PreviewStatus;
}

const PREVIEW_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** Reads the stored job; null when it makes no sense. */
export function readPreview(value: unknown): Preview | null {
  if (!isRecord(value) || value["v"] !== PREVIEW_VERSION) return null;
  const id = readPreviewId(value["id"]);
  const status = readPreviewStatus(value["status"]);
  return id === null || status === null
    ? null
    : { v: PREVIEW_VERSION, id, status };
}

export function readPreviewId(value: unknown): string | null {
  const id = readText(value, 100);
  return id !== null && PREVIEW_ID.test(id) ? id : null;
}

function readPreviewStatus(value: unknown): PreviewStatus | null {
  return STATUSES.find((status) => status === value) ?? null;
}

export interface PollOptions {
  /** Asks once; rejects with an error that has the `status` of the answer. */
  readonly check: () => Promise<PreviewStatus>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The page has been left. */
  readonly isStopped?: () => boolean;
}

/**
 * Asks after a job every 5 seconds until it is completed or failed (spec 4 and 8). A 404 is asked again, 15 in a row
 * are an error, and so is any other failure, at once. `overdue`: it is not finished in time and may be later.
 */
export async function pollPreview({
  check,
  sleep,
  now,
  isStopped = () => false,
}: PollOptions): Promise<"completed" | "failed" | "overdue" | "stopped"> {
  const begun = now();
  for (let missing = 0; ;) {
    const status = await check().catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      return null;
    });
    if (isStopped()) return "stopped";
    if (status === "completed" || status === "failed") return status;
    missing = status === null ? missing + 1 : 0;
    if (missing === PREVIEW_404_MAX)
      throw new Error(
        `Too many consecutive 404 errors (${PREVIEW_404_MAX} attempts). Giving up.`,
      );
    if (now() - begun + PREVIEW_POLL_MS > PREVIEW_LIMIT_MS) return "overdue";
    await sleep(PREVIEW_POLL_MS);
    if (isStopped()) return "stopped";
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 404;
}
