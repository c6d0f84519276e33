import { atom } from "jotai";
import { checkPreviewStatus, downloadPreview } from "../api/preview.ts";
import { pollPreview, type Preview, readPreview } from "../core/preview.ts";
import { previewAtom } from "./preview.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";
import { previewKey } from "../core/storage-keys.ts";

/** The job of this funnel. */
export const previewStored = stored<Preview | null>({
  key: (visit) => previewKey(visit.funnel),
  read: readPreview,
  empty: null,
});

/** Follows the stored job until its picture is there; rejects with what keeps it from being found out. */
export const followPreviewAtom = atom(
  null,
  async (get, set, isStopped: () => boolean): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null || isStopped()) return;
    set(previewStored.restore);
    const job = get(previewStored.state);
    if (job === null) return set(previewAtom, { kind: "none" });
    if (job.status === "failed") return set(previewAtom, { kind: "failed" });
    const shown = get(previewAtom);
    if (shown.kind === "ready" && job.status === "completed") return;
    set(previewAtom, { kind: "working" });
    const outcome =
      job.status === "completed"
        ? "completed"
        : await pollPreview({
            check: () => checkPreviewStatus(visit.client, job.id),
            sleep: visit.sleep,
            now: visit.now,
            isStopped,
          });
    if (outcome === "stopped") return;
    if (outcome === "overdue") return set(previewAtom, { kind: "overdue" });
    set(previewStored.state, (current) =>
      current?.id === job.id ? { ...current, status: outcome } : current,
    );
    if (outcome === "failed") return set(previewAtom, { kind: "failed" });
    const picture = await downloadPreview(visit.client, job.id);
    if (!isStopped()) set(previewAtom, { kind: "ready", picture });
  },
);
