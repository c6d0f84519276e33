import { useSetAtom } from "jotai";
import { useCallback, useState } from "react";
import type { DataRequest } from "../api/data-request.ts";
import { askForDataAtom, type DataAsked } from "../state/data-request.ts";

export interface DataRequestHandle {
  readonly status: "idle" | "pending" | DataAsked;
  ask(request: DataRequest): void;
  /** What was sent is done with: something else may be asked for. */
  reset(): void;
}

/** Asks for a link to a copy of what is kept of the visitor, to its deletion, or to their orders. */
export function useDataRequest(): DataRequestHandle {
  const post = useSetAtom(askForDataAtom);
  const [status, setStatus] = useState<DataRequestHandle["status"]>("idle");
  const ask = useCallback(
    (request: DataRequest) => {
      setStatus("pending");
      void post(request).then(setStatus);
    },
    [post],
  );
  const reset = useCallback(() => setStatus("idle"), []);
  return { status, ask, reset };
}
