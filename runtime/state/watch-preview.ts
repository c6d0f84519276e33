import { atom } from "jotai";
import { logError } from "../core/log.ts";
import { previewAtom } from "./preview.ts";

/** Follows the stored job until its picture is there; never rejects. Few funnels have one: what does it is fetched then. */
export const watchPreviewAtom = atom(
  null,
  async (_, set, isStopped: () => boolean): Promise<void> => {
    try {
      const { followPreviewAtom } = await import("./follow-preview.ts");
      await set(followPreviewAtom, isStopped);
    } catch (error) {
      logError("waiting for the picture failed", error);
      if (!isStopped()) set(previewAtom, { kind: "lost" });
    }
  },
);
