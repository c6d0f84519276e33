import { useSetAtom } from "jotai";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { previewAtom, type PreviewView } from "../state/preview.ts";
import { watchPreviewAtom } from "../state/watch-preview.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useReturn } from "./use-return.ts";
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
  const left = useRef(false);
  const again = useCallback(() => void watch(() => left.current), [watch]);
  const isAsking = useRef(false);
  // In a tunnel nobody could be asked: behind it, nobody has to tap.
  useReturn(
    view.kind === "lost",
    useCallback(() => {
      if (isAsking.current) return;
      isAsking.current = true;
      void watch(() => left.current).finally(() => {
        isAsking.current = false;
      });
    }, [watch]),
  );
  useEffect(() => {
    if (!hydrated) return undefined;
    left.current = false;
    again();
    return () => {
      left.current = true;
    };
  }, [hydrated, again]);
  const picture = view.kind === "ready" ? view.picture : null;
  return { kind: view.kind, src: useObjectUrl(picture), again };
}

/** The address of what is only in memory; given back when it is no longer shown. */
export function useObjectUrl(blob: Blob | null): string | null {
  const url = useMemo(
    () => (blob === null ? null : URL.createObjectURL(blob)),
    [blob],
  );
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
