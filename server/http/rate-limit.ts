import type { MiddlewareHandler } from "hono";
import { clientAddress, isLoopback } from "./client-address.ts";
import type { AppEnv } from "./app-env.ts";
import { spend } from "../db/limits.ts";
import type { Database } from "../db/tables.ts";
import { createProblem, respondProblem } from "./problem.ts";
import { digest } from "../token.ts";

const WINDOW_MS = 60_000;
/** Calls that a process takes from the common budget at a time, so that few of them cost a statement. */
const BLOCK = 50;

/**
 * At most so many calls a minute from one address. The budget is in the database, common to all processes; a large one
 * is taken in blocks of which the first is given without asking, so that N processes may let N - 1 blocks more through.
 * Behind a proxy every visitor has the proxy's address, so `addressHeader` has to say in which header it tells theirs;
 * the machine's own addresses are a proxy or a developer, and not counted.
 */
export function rateLimit(options: {
  /** Tells this budget from others. */
  readonly name: string;
  readonly calls: number;
  readonly addressHeader: string | null;
  readonly db: Database;
  readonly now: () => Date;
}): MiddlewareHandler<AppEnv> {
  const fits = createBudget(options);
  return async (c, next) => {
    // Messages of providers come from few addresses, and are known by their signatures.
    if (/^\/api\/pay\/[a-z-]+\/(webhook|callback)$/.test(c.req.path))
      return next();
    const told = clientAddress(c, options.addressHeader);
    const address = told === null || isLoopback(told) ? null : told;
    // Addresses are kept for a minute, and not in the clear.
    if (address === null || (await fits(digest(`${options.name} ${address}`))))
      return next();
    c.header("retry-after", String(WINDOW_MS / 1_000));
    return respondProblem(c, createProblem("too-many", "Wait a minute."));
  };
}

function createBudget({
  calls,
  db,
  now,
}: {
  readonly calls: number;
  readonly db: Database;
  readonly now: () => Date;
}): (key: string) => Promise<boolean> {
  const inBlocks = calls > 2 * BLOCK;
  const [free, block] = inBlocks ? [BLOCK, BLOCK] : [0, 1];
  let begun = 0;
  let left = new Map<string, number>();
  return async (key) => {
    const at = now();
    if (at.getTime() - begun >= WINDOW_MS) {
      begun = at.getTime();
      left = new Map();
    }
    const rest = left.get(key) ?? free;
    if (rest > 0) {
      left.set(key, rest - 1);
      return true;
    }
    const spent = await spend(db, key, {
      calls: block,
      windowMs: WINDOW_MS,
      now: at,
    });
    if (spent > calls - free) return false;
    left.set(key, block - 1);
    return true;
  };
}
