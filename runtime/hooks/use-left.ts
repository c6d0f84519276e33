import { useEffect, useEffectEvent } from "react";
import { arrivalsAtom } from "../state/visit.ts";
import { useAtomValue } from "./use-atom-value.ts";

/** Runs a task when the page was left: for another step, or for a document from which the visitor is back on it. */
export function useLeft(task: () => void): void {
  const arrivals = useAtomValue(arrivalsAtom);
  const onLeft = useEffectEvent(task);
  useEffect(() => {
    if (arrivals === 0) return undefined;
    return () => onLeft();
  }, [arrivals]);
}
