import { useSetAtom } from "jotai";
import { useCallback, useRef, useState } from "react";
import { authorizeAtom, type Refused } from "../state/authorization.ts";
import { useLeft } from "./use-left.ts";

export interface AuthorizationHandle {
  /** `pending` stays until the product's page has taken the place of this one. */
  readonly status: "idle" | "pending" | Refused;
  authorize(email: string): void;
}

/** Leads the owner of an email into the product. */
export function useAuthorization(): AuthorizationHandle {
  const ask = useSetAtom(authorizeAtom);
  const [status, setStatus] = useState<AuthorizationHandle["status"]>("idle");
  const attempt = useRef(0);
  // Nobody waits any more who has left the page, or is back on it from the product.
  useLeft(() => {
    attempt.current += 1;
    setStatus("idle");
  });
  const authorize = useCallback(
    (email: string) => {
      const number = (attempt.current += 1);
      const isStopped = () => attempt.current !== number;
      setStatus("pending");
      void ask(email, isStopped).then((answer) => {
        if (!isStopped()) setStatus(answer);
      });
    },
    [ask],
  );
  return { status, authorize };
}
