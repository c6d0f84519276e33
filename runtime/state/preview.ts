import { atom } from "jotai";

/** How it stands with the picture, as a page shows it. */
export type PreviewView =
  | { readonly kind: "unknown" | "none" | "working" }
  | { readonly kind: "ready"; readonly picture: Blob }
  /** `failed`: no picture came of it; `overdue`: not yet; `lost`: we could not find out. */
  | { readonly kind: "failed" | "overdue" | "lost" };

export const previewAtom = atom<PreviewView>({ kind: "unknown" });
