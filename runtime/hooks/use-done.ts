import { useSetAtom } from "jotai";
import { useCallback } from "react";
import { doneAtom, markDoneAtom } from "../state/journey.ts";
import { useAtomValue } from "./use-atom-value.ts";

/** A stored "already done" mark of this funnel, and the function that sets it. */
export function useDone(key: string): readonly [boolean, () => void] {
  const done = useAtomValue(doneAtom).includes(key);
  const mark = useSetAtom(markDoneAtom);
  return [done, useCallback(() => mark(key), [mark, key])];
}
