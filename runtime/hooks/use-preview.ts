import { useAtomValue, useSetAtom } from "jotai";
import { useCallback, useEffect, useState } from "react";
import type { PreviewOrder } from "../api/preview.ts";
import {
  previewAtom,
  type PreviewView,
  sendPreviewAtom,
  watchPreviewAtom,
} from "../state/preview.ts";
import { useHydrated } from "./use-hydrated.ts";

export interface PreviewHandle {
  readonly kind: PreviewView["kind"];
  /** The picture's address in this page; null until it is there. */
  readonly src: string | null;
  /** Asks after the job once more. */
  again(): void;
}

/** The picture made of the visitor's photograph: followed as long as this is on the screen. */
export function usePreview(): PreviewHandle {
  const hydrated = useHydrated();
  const view = useAtomValue(previewAtom);
  const watch = useSetAtom(watchPreviewAtom);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!hydrated) return undefined;
    let left = false;
    void watch(() => left);
    return () => {
      left = true;
    };
  }, [hydrated, watch, tries]);
  const picture = view.kind === "ready" ? view.picture : null;
  const again = useCallback(() => setTries((before) => before + 1), []);
  return { kind: view.kind, src: useObjectUrl(picture), again };
}

/** Sends an order; tells its progress, 0 to 1. Rejects when it did not arrive. */
export function useSendPreview(): (
  order: PreviewOrder,
  onProgress: (share: number) => void,
) => Promise<void> {
  return useSetAtom(sendPreviewAtom);
}

/** The address of what is only in memory; given back when it is no longer shown. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [blob]);
  return url;
}
