import { useSetAtom } from "jotai";
import { useCallback, useState } from "react";
import { type Authorized, authorizeAtom } from "../state/authorization.ts";

export interface AuthorizationHandle {
  /** `pending` stays until the product's page has taken the place of this one. */
  readonly status: "idle" | "pending" | Exclude<Authorized, "left">;
  authorize(email: string): void;
}

/** Leads the owner of an email into the product. */
export function useAuthorization(): AuthorizationHandle {
  const ask = useSetAtom(authorizeAtom);
  const [status, setStatus] = useState<AuthorizationHandle["status"]>("idle");
  const authorize = useCallback(
    (email: string) => {
      setStatus("pending");
      void ask(email).then((answer) => {
        if (answer !== "left") setStatus(answer);
      });
    },
    [ask],
  );
  return { status, authorize };
}
