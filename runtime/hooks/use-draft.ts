import { atom, type PrimitiveAtom, useSetAtom } from "jotai";
import { useCallback } from "react";
import { useAtomValue } from "./use-atom-value.ts";
import { useStep } from "./use-page.ts";

type Drafts<T> = ReadonlyMap<string, T | null>;

/** What is typed or picked on steps of a kind, by the step's id; gone with the document. */
export function draftsOf<T>(): PrimitiveAtom<Drafts<T>> {
  return atom<Drafts<T>>(new Map());
}

/**
 * What is typed or picked on the step on screen and was not sent: whoever goes back and comes on again finds it. Null
 * where there is nothing, and to forget it.
 */
export function useDraft<T>(
  drafts: PrimitiveAtom<Drafts<T>>,
): readonly [T | null, (draft: T | null) => void] {
  const { id } = useStep();
  const kept = useAtomValue(drafts);
  const keep = useSetAtom(drafts);
  const set = useCallback(
    (draft: T | null) => keep((before) => new Map(before).set(id, draft)),
    [id, keep],
  );
  return [kept.get(id) ?? null, set];
}
