import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { redactPath } from "../../generated/address.ts";
import type { AppContext, AppEnv } from "./app-env.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { REQUEST_ID_HEADER, withRequest } from "./request-context.ts";

const PAGES = "(pages)";

interface Recorders {
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Answered {
  readonly method: string;
  readonly status: number;
}
interface Page {
  /** As others may know it. */
  readonly path: string;
  /** The id of the host's brand. */
  readonly brand: string;
}

function entryOf({ method, status }: Answered, { path, brand }: Page) {
  const level = status >= 500 ? ("error" as const) : ("info" as const);
  return { level, message: "request", method, path, status, brand };
}

/** Records a request for a page or a file, whose id the log does not know: one entry and one count. */
export type PageRecorder = (
  answered: Answered,
  ms: number,
  request: string,
) => void;

/** Recorders of pages, to be kept: what is the same for all requests is made ready at the first. */
export function pageRecorders({
  log,
  metrics,
}: Recorders): (page: Page) => PageRecorder {
  const readied = (page: Page, answered: Answered) => {
    const entry = entryOf(answered, page);
    const plain = (ms: number, request: string) =>
      log({ ...entry, ms, request });
    return {
      write: log.alike?.(entry) ?? plain,
      count: metrics.requests({ ...answered, route: PAGES }),
    };
  };
  return (page) => {
    const ready = new Map<string, ReturnType<typeof readied>>();
    return ({ method, status }, ms, request) => {
      const key = method + status;
      const { write, count } =
        ready.get(key) ?? readied(page, { method, status });
      if (!ready.has(key)) ready.set(key, { write, count });
      write(Math.round(ms), request);
      count(ms / 1_000);
    };
  };
}

/** Records requests. Calls are named by their route, because ids and references stand in their paths. */
export function requestLog({
  log,
  metrics,
}: Recorders): MiddlewareHandler<AppEnv> {
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
      const { method, path: asked } = c.req;
      const { status } = c.res;
      const route = routeOf(c);
      const path = route === PAGES ? redactPage(asked) : route;
      const brand = c.get("brand").id;
      const entry = entryOf({ method, status }, { path, brand });
      log({ ...entry, ms: Math.round(ms) });
      metrics.requests({ method, route, status })(ms / 1_000);
    });
  };
}

/**
 * The pattern of the route that was asked for. What matches none, whatever its path, is one of three: whoever asks for
 * made-up paths would fill the memory with their counts.
 */
function routeOf(c: AppContext): string {
  const own = matchedRoutes(c).findLast(({ path }) => !path.includes("*"));
  return (
    own?.path.replaceAll(/:(\w+)(\{[^}]*\})?/g, "{$1}") ??
    /^\/(ai-)?api\//.exec(c.req.path)?.[0] ??
    PAGES
  );
}

/** A page's path as others may know it, unless somebody typed an address into it. */
export function redactPage(path: string): string {
  return /@|%40/i.test(path) ? "(hidden)" : redactPath(path).slice(0, 200);
}
