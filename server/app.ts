import { Hono, type MiddlewareHandler } from "hono";
import { requireAdmin, requireApiHost } from "./http/admin.ts";
import { createApi } from "./api.ts";
import { type AppEnv, callHeader } from "./http/app-env.ts";
import { cutOff, isCutOff } from "./http/cut-off.ts";
import type { Backup } from "./db/backup.ts";
import type { Life, Services } from "./services.ts";
import { DatabaseAway } from "./db/database-away.ts";
import { SessionOver } from "./db/turn.ts";
import { databaseClock, type LimitClock } from "./db/limits.ts";
import type { Interest } from "./db/outbox.ts";
import type { Database } from "./db/tables.ts";
import { RETENTION_DAYS } from "./env.ts";
import { createPageCounter, type PageCounter } from "./visits/page-counter.ts";
import { figures } from "./figures.ts";
import type { Files } from "./static/files.ts";
import type { GeoTable } from "./geo/geo-table.ts";
import { describeError, type Log, silentLog } from "./log.ts";
import { createOrigins } from "./http/origin.ts";
import { countFailures } from "./payments/count-failures.ts";
import { reasonOf } from "./payments/unanswered.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Sender } from "./jobs/engine.ts";
import type { Providers } from "./checkout/provider.ts";
import {
  createProblem,
  noSuchCall,
  INTERNAL_DETAIL,
  ProblemError,
  respondProblem,
  respondUnavailable,
  inFlight,
} from "./http/problem.ts";
import type { PageListener } from "./http/http-server.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { requestFields } from "./http/request-context.ts";
import { requestLog } from "./http/request-log.ts";
import { rightsBudgets } from "./routes/ask-for-data.ts";
import { tokenBudgets } from "./routes/auth-tokens-create.ts";
import { healthz, readyz } from "./routes/healthz.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { unreadAddresses } from "./http/unread-addresses.ts";
import { createHosts, type Site } from "./site.ts";
import { createPageListener } from "./static/page-listener.ts";
import { type Random, systemRandom } from "./token.ts";

/** A minute, from one address. */
const CALLS = 600;
/** Beside the pages of the brands, and so at no address of theirs. */
const LIVE_FILE = "/live.json";

export interface AppOptions {
  readonly db: Database;
  readonly site: Site;
  readonly providers: Providers;
  /** The pages: built ones, or rendered on demand while developing; null for the API alone. */
  readonly files?: Files | null;
  /** Whoever does what is to be done beside answering; without it, nothing is begun and what is stored waits. */
  readonly jobs?: Sender;
  readonly receivers?: readonly Interest[];
  readonly apiOrigin?: string | null;
  readonly countryHeader?: string | null;
  readonly cityHeader?: string | null;
  readonly postcodeHeader?: string | null;
  readonly geoTable?: GeoTable | null;
  readonly addressHeader?: string | null;
  readonly adminToken?: string | null;
  readonly openMetrics?: boolean;
  readonly build?: string;
  readonly metrics?: Metrics;
  readonly pageCounter?: PageCounter;
  readonly life?: Life;
  readonly retentionDays?: number;
  readonly production?: boolean;
  readonly backup?: Backup;
  readonly dataDir?: string;
  readonly now?: () => Date;
  readonly limitClock?: LimitClock;
  readonly random?: Random;
  readonly log?: Log;
}

/** What routes and housekeeping use, with the defaults of whatever the options leave out. */
export function createServices(options: AppOptions): Services {
  const { site, production = false } = options;
  const metrics = options.metrics ?? createMetrics(false);
  const { db, limitClock = databaseClock } = options;
  const given = options.log ?? silentLog;
  const log: Log = (entry) => {
    const fields = requestFields();
    given(fields === null ? entry : { ...entry, ...fields });
  };
  return {
    db,
    limitClock,
    tokenBudgets: tokenBudgets({ db, limitClock }),
    rightsBudgets: rightsBudgets({ db, limitClock }),
    hosts: createHosts(site),
    origins: createOrigins(site, production),
    providers: countFailures(options.providers, {
      begun: metrics.providerCalled,
      failed: (provider, call, error) => {
        metrics.providerFailed(provider, call);
        const reason = reasonOf(error);
        const what = { provider, call, ...describeError(error), reason };
        log({ level: "error", message: "provider failed", ...what });
      },
    }),
    jobs: options.jobs ?? { send: async () => {}, wake: () => {} },
    receivers: options.receivers ?? [],
    now: options.now ?? (() => new Date()),
    random: options.random ?? systemRandom,
    log,
    apiOrigin: options.apiOrigin ?? "",
    addressHeader: options.addressHeader ?? null,
    countryHeader: options.countryHeader ?? null,
    cityHeader: options.cityHeader ?? null,
    postcodeHeader: options.postcodeHeader ?? null,
    geoTable: options.geoTable ?? null,
    adminToken: options.adminToken ?? null,
    live: async () => {
      const file = await options.files?.find(LIVE_FILE, []);
      return file?.body.toString() ?? null;
    },
    openMetrics: options.openMetrics ?? false,
    build: options.build ?? null,
    metrics,
    pageCounter: options.pageCounter ?? createPageCounter(db, log),
    life: options.life ?? { stopping: false },
    retentionDays: options.retentionDays ?? RETENTION_DAYS,
    production,
    backup: options.backup ?? null,
    dataDir: options.dataDir ?? ".",
  };
}

/** The whole server: pages and files on Node's own requests, and all else by `app.fetch`. */
export function createHandlers(options: AppOptions): {
  readonly app: Hono<AppEnv>;
  readonly pages: PageListener;
} {
  const { files = null } = options;
  const services = createServices(options);
  const app = createCalls(services, files === null ? "api" : "pages");
  const isCall = (path: string) =>
    app.router
      .match("GET", path)[0]
      .some(([[, { path: pattern }]]) => pattern !== EVERYWHERE);
  const pages =
    files === null
      ? () => false
      : // Pages are answered outside of any call, whose id the log would add.
        createPageListener({
          ...services,
          log: options.log ?? silentLog,
          files,
          isCall,
        });
  return { app, pages };
}

/** The pattern of what is done for every request. */
const EVERYWHERE = "/*";

/** By which methods a path is called; none where there is no such call. */
function methodsAt({ router }: Hono<AppEnv>, path: string): readonly string[] {
  const isCalled = (method: string) =>
    router
      .match(method, path)[0]
      .some(([[, route]]) => route.method === method);
  return [
    ...(isCalled("GET") ? ["GET", "HEAD"] : []),
    ...(isCalled("POST") ? ["POST"] : []),
  ];
}

/** The path of a message of a provider. */
const MESSAGE = /^\/api\/pay\/([a-z-]+)\/(?:webhook|callback)$/;

/** Messages of providers come from few addresses, and are not counted where they are known by their signatures. */
function isCounted({ providers }: Services, path: string): boolean {
  const [, provider] = MESSAGE.exec(path) ?? [];
  return (
    provider === undefined || providers.named(provider)?.asksOfMessages === true
  );
}

/** What monitors read: for everybody where the environment says so, else for operators. */
function placeMetrics(
  app: Hono<AppEnv>,
  services: Services,
  limited: MiddlewareHandler<AppEnv>,
): void {
  const countNow = figures(services);
  app.use("/metrics", async (c, next) => {
    if (services.openMetrics) return next();
    try {
      requireAdmin(c, services);
    } catch (error) {
      // A guess is a call as others are; whoever knows the token is answered also while the database is away.
      await limited(c, async () => {});
      throw error;
    }
    return next();
  });
  app.get("/metrics", async (c) => {
    const { metrics } = services;
    await countNow();
    return c.body(await metrics.text(), 200, {
      "content-type": metrics.contentType,
      "cache-control": "no-store",
    });
  });
}

/** The API under `/api`, its AI-product host under `/ai-api`, and what operators ask; `serves` says what is ready. */
function createCalls(
  services: Services,
  serves: Parameters<typeof readyz>[1],
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestLog(services));
  app.use(securityHeaders(services.production));
  app.use(unreadAddresses(services));
  app.use(async (c, next) => {
    c.set("session", null);
    c.set(
      "brand",
      services.hosts.brand(new URL(c.req.url).host, callHeader(c, "x-host")),
    );
    await next();
  });
  const { db, addressHeader, limitClock: clock, log } = services;
  const limited = rateLimit({
    db,
    addressHeader,
    clock,
    name: "all",
    calls: CALLS,
    counts: (path) => isCounted(services, path),
  });
  for (const [base, host] of [
    ["/api", "main"],
    ["/ai-api", "ai"],
  ] as const) {
    app.use(`${base}/*`, limited);
    app.route(base, createApi(services, host));
  }
  for (const path of ["/admin", "/admin/"])
    app.get(path, (c) => {
      requireApiHost(c, services);
      return c.redirect("/api/admin");
    });
  app.get("/healthz", healthz());
  app.get("/readyz", readyz(services, serves));
  placeMetrics(app, services, limited);
  app.notFound((c) => {
    const methods = methodsAt(app, c.req.path);
    if (methods.length === 0) return respondProblem(c, noSuchCall().problem);
    const allowed = methods.join(", ");
    c.header("allow", allowed);
    return respondProblem(
      c,
      createProblem("method-not-allowed", `Call it by ${allowed}.`),
    );
  });
  app.onError((error, c) => {
    if (error instanceof ProblemError) return respondProblem(c, error.problem);
    // Whoever asks again has another one.
    if (error instanceof SessionOver)
      return respondProblem(c, inFlight().problem);
    if (isCutOff(c, error)) return respondProblem(c, cutOff().problem);
    log({ level: "error", message: "request failed", ...describeError(error) });
    if (error instanceof DatabaseAway) return respondUnavailable(c);
    return respondProblem(c, createProblem("internal", INTERNAL_DETAIL));
  });
  return app;
}
