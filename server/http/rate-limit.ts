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

/** What this process has of a key's budget. */
interface Share {
  left: number;
  /** When the window of a budget that is spent ends, in milliseconds; nobody is asked before. */
  spentUntil: number;
  /** The block that is on its way: calls at the same time wait for one, instead of taking one each. */
  taking: Promise<void> | null;
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
  let shares = new Map<string, Share>();

  const shareOf = (key: string): Share => {
    const known = shares.get(key);
    if (known !== undefined) return known;
    const share = { left: free, spentUntil: 0, taking: null };
    shares.set(key, share);
    return share;
  };
  const take = async (key: string, share: Share): Promise<void> => {
    const window = { calls: block, windowMs: WINDOW_MS, now: now() };
    const { spent, endsAt } = await spend(db, key, window);
    if (spent > calls - free) share.spentUntil = endsAt.getTime();
    else share.left += block;
  };
  return async (key) => {
    const at = now().getTime();
    if (at - begun >= WINDOW_MS) {
      begun = at;
      shares = new Map();
    }
    const share = shareOf(key);
    while (share.left === 0) {
      if (at < share.spentUntil) return false;
      share.taking ??= take(key, share).finally(() => {
        share.taking = null;
      });
      await share.taking;
    }
    share.left -= 1;
    return true;
  };
}
