import type { MiddlewareHandler } from "hono";
import { toldPath } from "../../generated/address.ts";
import type { AppEnv } from "./app-env.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { REQUEST_ID_HEADER, withRequest } from "./request-context.ts";

/** Addresses without anything of a visitor in them. */
const OWN =
  /^\/(healthz|readyz|metrics|api\/(healthz|docs|openapi\.json|admin\/[a-z.]+|pay\/[a-z-]+\/(webhook|callback)))$/;
const PAGES = "(pages)";

/**
 * One entry of the log and one count a request. Calls are named by their route, because ids and references stand in
 * their paths.
 */
export function requestLog({
  log,
  metrics,
}: {
  readonly log: Log;
  readonly metrics: Metrics;
}): MiddlewareHandler<AppEnv> {
  return (c, next) =>
    withRequest(c.req.header(REQUEST_ID_HEADER), async (request) => {
      const start = performance.now();
      await next();
      c.res.headers.set(REQUEST_ID_HEADER, request);
      const ms = performance.now() - start;
      const { method, path } = c.req;
      const { status } = c.res;
      const route = c.get("route") ?? (OWN.test(path) ? path : areaOf(path));
      log({
        level: status >= 500 ? "error" : "info",
        message: "request",
        method,
        path: route === PAGES ? withoutPersonal(path) : route,
        status,
        brand: c.get("brand").id,
        ms: Math.round(ms),
      });
      metrics.request({ method, route, status, seconds: ms / 1_000 });
    });
}

/** Ids and references stand in the paths of calls. */
function areaOf(path: string): string {
  return /^\/(ai-)?api\//.exec(path)?.[0] ?? PAGES;
}

/** A page's path as others may know it, unless somebody typed an address into it. */
function withoutPersonal(path: string): string {
  return /@|%40/i.test(path) ? "(hidden)" : toldPath(path).slice(0, 200);
}
