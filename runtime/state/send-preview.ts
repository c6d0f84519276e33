import { atom } from "jotai";
import { type PreviewOrder, sendPreview } from "../api/send-preview.ts";
import { uploadFetch } from "../api/upload.ts";
import { PREVIEW_VERSION } from "../core/storage-keys.ts";
import { checkoutStored } from "./checkout-store.ts";
import { previewStored } from "./follow-preview.ts";
import { previewAtom } from "./preview.ts";
import { visitAtom } from "./visit.ts";

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
    set(previewAtom, { kind: "working" });
    set(previewStored.state, () => ({
      v: PREVIEW_VERSION,
      id,
      status: "pending",
    }));
    set(checkoutStored.state, (checkout) => ({ ...checkout, userId: id }));
  },
);
