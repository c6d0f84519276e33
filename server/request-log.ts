import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "./context.ts";
import type { Log } from "./log.ts";

/** One entry a request. Calls are named by their route, because ids and references stand in their paths. */
export function requestLog(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const route = routePath(c, -1);
    log({
      level: c.res.status >= 500 ? "error" : "info",
      message: "request",
      method: c.req.method,
      path: /^\/(?:ai-)?api/.test(route) ? route : withoutPersonal(c.req.path),
      status: c.res.status,
      brand: c.get("brand").id,
      ms: Math.round(performance.now() - start),
    });
  };
}

/** A page's path, unless somebody typed an address into it. */
function withoutPersonal(path: string): string {
  return /@|%40/i.test(path) ? "(hidden)" : path.slice(0, 200);
}
