import { atom } from "jotai";
import {
  checkPreviewStatus,
  downloadPreview,
  type PreviewOrder,
  sendPreview,
} from "../api/preview.ts";
import { uploadFetch } from "../api/upload.ts";
import { logError } from "../core/log.ts";
import { pollPreview, type Preview, readPreview } from "../core/preview.ts";
import { checkoutStored } from "./checkout-store.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";
import { PREVIEW_VERSION, previewKey } from "../core/storage-keys.ts";

const previewStored = stored<Preview | null>({
  key: (visit) => previewKey(visit.funnel),
  read: readPreview,
  empty: null,
});

/** How it stands with the picture, as a page shows it. */
export type PreviewView =
  | { readonly kind: "unknown" | "none" | "working" }
  | { readonly kind: "ready"; readonly picture: Blob }
  /** `failed`: no picture came of it; `overdue`: not yet; `lost`: we could not find out. */
  | { readonly kind: "failed" | "overdue" | "lost" };

const viewAtom = atom<PreviewView>({ kind: "unknown" });
export const previewAtom = atom((get) => get(viewAtom));

/** How many orders were sent. */
const ordersAtom = atom(0);

/**
 * Sends an order and keeps the job's id for this funnel, unless another was sent meanwhile; rejects when it did not
 * arrive.
 */
export const sendPreviewAtom = atom(
  null,
  async (
    get,
    set,
    order: PreviewOrder,
    onProgress: (share: number) => void,
  ): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null) return;
    const number = get(ordersAtom) + 1;
    set(ordersAtom, number);
    const id = await sendPreview(visit.client, order, {
      device: visit.deviceId(),
      send: uploadFetch(onProgress),
    });
    if (get(ordersAtom) !== number) return;
    set(viewAtom, { kind: "working" });
    set(previewStored.state, () => ({
      v: PREVIEW_VERSION,
      id,
      status: "pending",
    }));
    set(checkoutStored.state, (checkout) => ({ ...checkout, userId: id }));
  },
);

/** Follows the stored job until its picture is there; never rejects. */
export const watchPreviewAtom = atom(
  null,
  async (get, set, isStopped: () => boolean): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null) return;
    set(previewStored.restore);
    const job = get(previewStored.state);
    if (job === null) return set(viewAtom, { kind: "none" });
    if (job.status === "failed") return set(viewAtom, { kind: "failed" });
    const shown = get(viewAtom);
    if (shown.kind === "ready" && job.status === "completed") return;
    set(viewAtom, { kind: "working" });
    try {
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
      if (outcome === "overdue") return set(viewAtom, { kind: "overdue" });
      set(previewStored.state, (current) =>
        current?.id === job.id ? { ...current, status: outcome } : current,
      );
      if (outcome === "failed") return set(viewAtom, { kind: "failed" });
      const picture = await downloadPreview(visit.client, job.id);
      if (!isStopped()) set(viewAtom, { kind: "ready", picture });
    } catch (error) {
      logError("waiting for the picture failed", error);
      if (!isStopped()) set(viewAtom, { kind: "lost" });
    }
  },
);
