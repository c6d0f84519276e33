import { RequestError } from "@hono/node-server";
import { describeError, type Log } from "../log.ts";
import { createProblem } from "./problem.ts";

/**
 * The answer to a request that never reaches the application, because its address is none: no host, a broken one. All
 * else that comes here is a fault of ours, and logged.
 */
export function unreached(error: unknown, log: Log): Response {
  const isTheirs = error instanceof RequestError;
  if (!isTheirs)
    log({ level: "error", message: "no answer", ...describeError(error) });
  const problem = isTheirs
    ? createProblem("headers-missing", "Send a Host header with a host.")
    : createProblem("internal", "Ask again in a while.");
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { "content-type": "application/problem+json" },
  });
}
