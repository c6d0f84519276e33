import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import type { AppEnv, Services } from "./context.ts";
import type { Database } from "./db/tables.ts";
import type { Files } from "./files.ts";
import { describeError, type Log, silentLog } from "./log.ts";
import { createOrigins, isSameSite } from "./origin.ts";
import type { Provider } from "./payments/provider.ts";
import { createProblem, ProblemError, respondProblem } from "./problem.ts";
import { PHOTO_MAX_BYTES } from "./previews/photo.ts";
import type { PreviewWorker } from "./previews/worker.ts";
import { rateLimit } from "./rate-limit.ts";
import { requestLog } from "./request-log.ts";
import { AUTH_TOKENS, createAuthToken } from "./routes/auth-tokens-create.ts";
import { checkPreviewStatus } from "./routes/check-preview-status.ts";
import { checkoutStatus } from "./routes/checkout-status.ts";
import { downloadPreviewImg } from "./routes/download-preview-img.ts";
import { healthz } from "./routes/healthz.ts";
import { initiateCheckout } from "./routes/initiate-checkout.ts";
import { makeCharge } from "./routes/make-charge.ts";
import { makeStripeCheckout } from "./routes/make-stripe-checkout.ts";
import { makeStripeSubscription } from "./routes/make-stripe-subscription.ts";
import { preRegData } from "./routes/pre-reg-data.ts";
import { purchases } from "./routes/purchases.ts";
import { storeContactInfo } from "./routes/store-contact-info.ts";
import { visitorInfo } from "./routes/visitor-info.ts";
import { visitorIp } from "./routes/visitor-ip.ts";
import { securityHeaders } from "./security-headers.ts";
import { SESSION_HEADER, SESSION_TTL_HEADER } from "./session.ts";
import { createHosts, type Site } from "./site.ts";
import { serveStatic } from "./static.ts";
import { type Random, systemRandom } from "./token.ts";

const MAX_BODY_BYTES = 100_000;
/** A photograph, and what form data puts around it. */
const MAX_UPLOAD_BYTES = PHOTO_MAX_BYTES + MAX_BODY_BYTES;

export interface AppOptions {
  readonly db: Database;
  readonly site: Site;
  readonly provider: Provider;
  /** The pages: built ones, or rendered on demand while developing; null for the API alone. */
  readonly files?: Files | null;
  /** Whoever makes the pictures; without it they are taken in and wait. */
  readonly previews?: Pick<PreviewWorker, "wake">;
  readonly apiOrigin?: string | null;
  readonly countryHeader?: string | null;
  readonly addressHeader?: string | null;
  readonly production?: boolean;
  readonly now?: () => Date;
  readonly random?: Random;
  readonly log?: Log;
}

/**
 * The whole server as a function from a request to its response (`app.fetch`): the API under `/api`, its AI-product
 * host under `/ai-api`, and the built pages of the brand that owns the request's host.
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { site, production = false, files = null, log = silentLog } = options;
  const services: Services = {
    db: options.db,
    hosts: createHosts(site),
    origins: createOrigins(site, production),
    provider: options.provider,
    previews: options.previews ?? { wake: () => {} },
    now: options.now ?? (() => new Date()),
    random: options.random ?? systemRandom,
    log,
    apiOrigin: options.apiOrigin ?? "",
    countryHeader: options.countryHeader ?? null,
  };
  const app = new Hono<AppEnv>();
  app.use(requestLog(log));
  app.use(securityHeaders(production));
  app.use(async (c, next) => {
    c.set("session", null);
    c.set(
      "brand",
      services.hosts.brand(new URL(c.req.url).host, c.req.header("x-host")),
    );
    await next();
  });
  const limited = {
    addressHeader: options.addressHeader ?? null,
    now: services.now,
  };
  app.use("/api/*", rateLimit({ ...limited, calls: 600 }));
  app.use(`/api${AUTH_TOKENS}`, rateLimit({ ...limited, calls: 10 }));
  app.use("/ai-api/*", rateLimit({ ...limited, calls: 600 }));
  app.route("/api", createApi(services));
  app.route("/ai-api", createAiApi(services));
  if (files !== null) {
    app.on(["GET", "HEAD"], "*", serveStatic(files, services.hosts));
  }
  app.notFound((c) => {
    const detail = "Check the method and the path.";
    return respondProblem(c, createProblem("not-found", detail));
  });
  app.onError((error, c) => {
    if (error instanceof ProblemError) return respondProblem(c, error.problem);
    log({ level: "error", message: "request failed", ...describeError(error) });
    const detail = "Ask again in a while; asking again never pays twice.";
    return respondProblem(c, createProblem("internal", detail));
  });
  return app;
}

function createApi(services: Services): Hono<AppEnv> {
  const { provider } = services;
  const api = openApi(services);
  api.route(`/pay/${provider.id}`, provider.routes(services));
  api.get("/healthz", healthz(services));

  const calls = openCalls(services, MAX_BODY_BYTES);
  calls.get("/visitor/visitor-info", visitorInfo(services));
  calls.post("/visitor/store-contact-info", storeContactInfo(services));
  calls.get("/visitor/visitor-ip", visitorIp(services));
  calls.post("/visitor/initiate-checkout", initiateCheckout(services));
  calls.get("/visitor/make-charge/:reference", makeCharge(services));
  calls.post("/pay/make-stripe-checkout", makeStripeCheckout(services));
  calls.post("/pay/make-stripe-subscription", makeStripeSubscription(services));
  calls.get("/pay/checkout-status", checkoutStatus(services));
  calls.get("/pay/purchases", purchases(services));
  calls.post(AUTH_TOKENS, createAuthToken(services));
  return closed(api, calls);
}

/** The AI product's host: pictures. */
function createAiApi(services: Services): Hono<AppEnv> {
  const calls = openCalls(services, MAX_UPLOAD_BYTES);
  calls.post("/pre-reg-data", preRegData(services));
  calls.get("/visitor/check-preview-status", checkPreviewStatus(services));
  calls.get("/visitor/download-preview-img/:id", downloadPreviewImg(services));
  return closed(openApi(services), calls);
}

function openApi({ origins }: Services): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  api.use(
    cors({
      origin: (origin) => (origins(origin) ? origin : null),
      allowMethods: ["GET", "POST"],
      exposeHeaders: [SESSION_HEADER, SESSION_TTL_HEADER],
      maxAge: 3_600,
    }),
  );
  return api;
}

function openCalls({ origins }: Services, maxSize: number): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  calls.use(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && !origins(origin) && !isSameSite(c, origins))
      throw new ProblemError("foreign-origin", "Call from a page of the site.");
    await next();
  });
  calls.use(
    bodyLimit({
      maxSize,
      onError: () => {
        const detail = `Send at most ${Math.floor(maxSize / 1_000)} kB.`;
        throw new ProblemError("body-too-large", detail);
      },
    }),
  );
  return calls;
}

function closed(api: Hono<AppEnv>, calls: Hono<AppEnv>): Hono<AppEnv> {
  api.route("/", calls);
  api.all("*", () => {
    throw new ProblemError("not-found", "Check the method and the path.");
  });
  return api;
}
