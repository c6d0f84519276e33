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

interface Recorders {
  readonly log: Log;
  readonly metrics: Metrics;
}
interface Answered {
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  /** The id of the host's brand. */
  readonly brand: string;
  readonly ms: number;
  /** The id of a request that is no context; null: the log knows it from there. */
  readonly request: string | null;
}

/** One entry of the log and one count a request. */
function record({ log, metrics }: Recorders, answered: Answered): void {
  const { method, path, route, status, brand, ms, request } = answered;
  const entry = {
    level: status >= 500 ? ("error" as const) : ("info" as const),
    message: "request",
    method,
    path: route === PAGES ? withoutPersonal(path) : route,
    status,
    brand,
    ms: Math.round(ms),
  };
  log(request === null ? entry : { ...entry, request });
  metrics.request({ method, route, status, seconds: ms / 1_000 });
}

/** Records a request for a page or a file. */
export function recordPage(
  recorders: Recorders,
  answered: Omit<Answered, "route">,
): void {
  const { method, path, status, brand, ms, request } = answered;
  const route = PAGES;
  record(recorders, { method, path, route, status, brand, ms, request });
}

/** Records requests. Calls are named by their route, because ids and references stand in their paths. */
export function requestLog(recorders: Recorders): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const given = {
      request: c.req.header(REQUEST_ID_HEADER),
      traceparent: c.req.header("traceparent"),
    };
    return withRequest(given, async (request) => {
      const start = performance.now();
      await next();
      c.res.headers.set(REQUEST_ID_HEADER, request);
      const ms = performance.now() - start;
      const { method, path } = c.req;
      const { status } = c.res;
      const route = c.get("route") ?? (OWN.test(path) ? path : areaOf(path));
      const brand = c.get("brand").id;
      const answered = { method, path, route, status, brand, ms };
      record(recorders, { ...answered, request: null });
    });
  };
}

/** Ids and references stand in the paths of calls. */
function areaOf(path: string): string {
  return /^\/(ai-)?api\//.exec(path)?.[0] ?? PAGES;
}

/** A page's path as others may know it, unless somebody typed an address into it. */
function withoutPersonal(path: string): string {
  return /@|%40/i.test(path) ? "(hidden)" : toldPath(path).slice(0, 200);
}
