import { errorCode } from "../refusal.ts";
import type { AppContext, AppEnv } from "./app-env.ts";
import { ProblemError } from "./problem.ts";

/** Whether whoever asked has left before the end of what they sent. */
export function isCutOff(c: AppContext, error: Error): boolean {
  const bindings: AppEnv["Bindings"] | undefined = c.env;
  return (
    errorCode(error) === "ECONNRESET" && bindings?.incoming?.complete === false
  );
}

/** Nobody reads this answer: it is counted, and is no fault of ours. */
export function cutOff(): ProblemError {
  return new ProblemError("not-parsed", "The body has no end.");
}
