import type { MiddlewareHandler } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import { createProblem, respondProblem } from "./problem.ts";
import { createTally } from "./tally.ts";

const WINDOW_MS = 60_000;

/**
 * At most so many calls a minute from one address, counted by each process for itself. Behind a proxy every visitor
 * has the proxy's address, so `addressHeader` has to say in which header it tells theirs; the machine's own addresses
 * are a proxy or a developer, and not counted.
 */
export function rateLimit(options: {
  readonly calls: number;
  readonly addressHeader: string | null;
  readonly now: () => Date;
}): MiddlewareHandler<AppEnv> {
  const tally = createTally({ ...options, windowMs: WINDOW_MS });
  return async (c, next) => {
    const address = addressOf(c, options.addressHeader);
    if (address === null || tally.fits(address)) return next();
    c.header("retry-after", String(WINDOW_MS / 1_000));
    return respondProblem(c, createProblem("too-many", "Wait a minute."));
  };
}

function addressOf(c: AppContext, header: string | null): string | null {
  if (header !== null) {
    // A proxy appends what it saw itself; what stands before that, a client may have made up.
    const told = c.req.header(header)?.split(",").at(-1)?.trim();
    if (told) return told;
  }
  // Called as a plain function (`app.fetch(request)`), the app has no socket to look at.
  const bindings: AppEnv["Bindings"] | undefined = c.env;
  const address = bindings?.incoming?.socket.remoteAddress;
  const local = address === undefined || /^(::1|(::ffff:)?127\.)/.test(address);
  return local ? null : address;
}
