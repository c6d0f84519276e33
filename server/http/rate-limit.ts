import type { MiddlewareHandler } from "hono";
import type { LimitClock } from "../db/limits.ts";
import type { Database } from "../db/tables.ts";
import type { AppContext, AppEnv } from "./app-env.ts";
import { type Budget, createBudget } from "./budget.ts";
import { clientNetwork } from "./client-address.ts";
import { ProblemError } from "./problem.ts";

const MINUTE_MS = 60_000;

/**
 * At most so many calls a minute from one network. Behind a proxy every visitor has the proxy's address, so
 * `addressHeader` has to say in which header it tells theirs; the machine's own addresses are a proxy or a developer, and
 * not counted.
 */
export function rateLimit({
  addressHeader,
  counts = () => true,
  ...options
}: {
  /** Tells this budget from others. */
  readonly name: string;
  readonly calls: number;
  readonly addressHeader: string | null;
  /** Whether calls of a path are counted; left out, all are. */
  readonly counts?: (path: string) => boolean;
  readonly db: Database;
  readonly clock: LimitClock;
}): MiddlewareHandler<AppEnv> {
  const budget = createBudget({ ...options, windowMs: MINUTE_MS });
  return async (c, next) => {
    if (counts(c.req.path))
      await takeCall(c, budget, clientNetwork(c, addressHeader));
    await next();
  };
}

/** Takes one call of a budget; a key that is null is not counted. Throws a 429 that says when to ask again. */
export async function takeCall(
  c: AppContext,
  budget: Budget,
  key: string | null,
): Promise<void> {
  const refusedForMs = key === null ? null : await budget(key);
  if (refusedForMs === null) return;
  c.header("retry-after", String(Math.ceil(refusedForMs / 1_000)));
  throw new ProblemError("too-many", "Wait as long as Retry-After says.");
}
