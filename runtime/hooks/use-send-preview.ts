import { useSetAtom } from "jotai";
import type { PreviewOrder } from "../api/send-preview.ts";
import { sendPreviewAtom } from "../state/send-preview.ts";

/** Sends an order; tells its progress, 0 to 1. Rejects when it did not arrive. */
export function useSendPreview(): (
  order: PreviewOrder,
  onProgress: (share: number) => void,
) => Promise<void> {
  return useSetAtom(sendPreviewAtom);
}
