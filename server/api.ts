import { Hono } from "hono";
import { cors } from "hono/cors";
import { PAYMENT_END, paymentEndPage } from "./checkout/payment-end.ts";
import { requireAdmin, requireApiHost } from "./http/admin.ts";
import type { AppEnv } from "./http/app-env.ts";
import type { Services } from "./services.ts";
import { jobRoutes } from "./jobs/routes.ts";
import { docsPage } from "./docs/page.ts";
import { contactRoutes } from "./contacts/routes.ts";
import { giftRoutes } from "./gifts/routes.ts";
import { visitRoutes } from "./visits/routes.ts";
import { experimentRoutes } from "./experiments/routes.ts";
import { backupRoute } from "./operator/backup.ts";
import { operatorPages } from "./operator/routes.ts";
import { messageRoutes } from "./orders/messages.ts";
import { resendRoutes } from "./operator/resend.ts";
import { orderRoutes } from "./orders/routes.ts";
import { openApi } from "./docs/openapi.ts";
import { limitBody } from "./http/limit-body.ts";
import { isSameSite } from "./http/origin.ts";
import { noSuchCall, ProblemError } from "./http/problem.ts";
import { REQUEST_ID_HEADER } from "./http/request-context.ts";
import { unsubscribeRoutes } from "./mail/unsubscribe.ts";
import { ordersRoutes } from "./rights/orders-routes.ts";
import { rightsRoutes } from "./rights/routes.ts";
import { rateLimit } from "./http/rate-limit.ts";
import type { CallEntry } from "./http/route.ts";
import { readyz } from "./routes/healthz.ts";
import { routes } from "./routes/registry.ts";
import { SESSION_HEADER, SESSION_TTL_HEADER } from "./sessions/session.ts";

/** Of a message or form of a payment provider; theirs are of some kB. */
const MESSAGE_MAX_BYTES = 1_000_000;

/** The calls of one API host as the route table lists them, and on the main one what is not called by pages. */
export function createApi(
  services: Services,
  host: CallEntry["host"],
): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const { origins, providers } = services;
  api.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  api.use(
    cors({
      origin: (origin) => (origins(origin) ? origin : null),
      allowMethods: ["GET", "POST"],
      exposeHeaders: [
        SESSION_HEADER,
        SESSION_TTL_HEADER,
        REQUEST_ID_HEADER,
        "Retry-After",
        "Date",
      ],
      maxAge: 3_600,
    }),
  );
  if (host === "main") {
    for (const provider of providers.all) {
      const base = `/pay/${provider.id}`;
      api.use(`${base}/*`, limitBody(MESSAGE_MAX_BYTES));
      api.route(base, provider.routes(services));
    }
    api.get(PAYMENT_END.path, paymentEndPage);
    api.get("/healthz", readyz(services, "api"));
    api.get("/openapi.json", (c) =>
      c.json(openApi(routes, services.hosts.currencies)),
    );
    api.use("/admin/*", async (c, next) => {
      requireApiHost(c, services);
      requireAdmin(c, services);
      // No text of the database has one in it: nothing is named so, and to look for it would fail.
      if (c.req.path.includes("\0")) throw noSuchCall();
      await next();
    });
    api.get("/admin/live.json", async (c) => {
      const live = await services.live();
      const type = { "content-type": "application/json" };
      return c.body(live ?? "null", 200, type);
    });
    experimentRoutes(api, services);
    visitRoutes(api, services);
    orderRoutes(api, services);
    messageRoutes(api, services);
    resendRoutes(api, services);
    contactRoutes(api, services);
    jobRoutes(api, services);
    backupRoute(api, services);
    operatorPages(api, services);
    rightsRoutes(api, services);
    ordersRoutes(api, services);
    unsubscribeRoutes(api, services);
    giftRoutes(api, services);
    api.get("/docs", () => docsPage(services, routes));
  }
  api.route("/", createCalls(services, host));
  return api;
}

function createCalls(
  services: Services,
  host: CallEntry["host"],
): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  const { origins, db, addressHeader, limitClock: clock } = services;
  calls.use(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && !origins(origin) && !isSameSite(c, origins))
      throw new ProblemError("foreign-origin", "Call from a page of the site.");
    await next();
  });
  for (const entry of routes) {
    if (entry.host !== host) continue;
    const path = entry.path.replaceAll(/\{(\w+)\}/g, ":$1");
    const { call, callsPerMinute } = entry;
    if (callsPerMinute !== null)
      calls.use(
        path,
        rateLimit({
          db,
          addressHeader,
          clock,
          name: call,
          calls: callsPerMinute,
        }),
      );
    const handle = entry.handle(services);
    calls.on(entry.method, path, limitBody(entry.maxBytes), handle);
  }
  return calls;
}
