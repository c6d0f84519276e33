import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createHandlers } from "./app.ts";
import { createMetrics } from "./metrics.ts";
import { providersOf } from "./payments/registry.ts";
import { sandbox } from "./payments/sandbox/provider.ts";
import { appOver, startTestServer, useServer } from "./testing/server.ts";
import { testSite } from "./testing/site.ts";
import {
  arrive,
  expectProblem,
  goodCard,
  openHosted,
  post,
} from "./testing/calls.ts";
import { SESSION_HEADER } from "./sessions/session.ts";

const server = useServer();

const INFO = "/api/visitor/visitor-info";

test.each([
  ["https://calm.example", true],
  ["https://www.calm.example", true],
  ["http://calm.localhost:5173", true],
  ["https://staging-calm.example", false],
  ["https://calm.example.evil.example", false],
  ["http://calm.example", false],
  ["https://calm.example:8443", false],
  ["null", false],
])("an origin %s may call: %s", async (origin, allowed) => {
  const answer = await server.send(INFO, {
    headers: { origin, host: "api.example" },
  });
  expect(answer.headers["access-control-allow-origin"]).toBe(
    allowed ? origin : undefined,
  );
  expect(answer.status).toBe(allowed ? 200 : 403);
});

test("answers a preflight with the headers that pages send", async () => {
  const answer = await server.send(INFO, {
    method: "OPTIONS",
    headers: {
      origin: "https://calm.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": `x-device-id,${SESSION_HEADER}`,
    },
  });
  expect(answer.headers["access-control-allow-headers"]).toContain(
    SESSION_HEADER,
  );
});

test("lets a page of a brand read its session, when to come back, and what time it is", async () => {
  const { headers } = await server.send(INFO, {
    headers: { origin: "https://calm.example", host: "api.example" },
  });
  const exposed = String(headers["access-control-expose-headers"]).split(",");
  expect(exposed).toEqual(
    expect.arrayContaining([SESSION_HEADER, "Retry-After", "Date"]),
  );
});

test.each(["/api/nothing", "/api", "/ai-api/anything"])(
  "%s is a problem, not a page",
  async (path) => {
    const answer = await server.send(path);
    expect(expectProblem("not-found", answer)).toMatchObject({ status: 404 });
  },
);

test.each([
  ["DELETE", "/api/visitor/store-contact-info", "POST"],
  ["POST", "/api/visitor/visitor-info", "GET, HEAD"],
  ["PUT", "/api/visitor/unsubscribe", "GET, HEAD, POST"],
  ["POST", "/api/visitor/make-charge/anything", "GET, HEAD"],
  ["GET", "/ai-api/pay/pay-pro-make-immediate-charge", "POST"],
  ["POST", "/healthz", "GET, HEAD"],
])("%s %s is told the methods that there are", async (method, path, allow) => {
  const answer = await server.send(path, { method });
  expectProblem("method-not-allowed", answer);
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe(allow);
});

test("whoever is no operator is not told by which methods operators call", async () => {
  const app = appOver(server, { adminToken: "correct-horse" });
  for (const method of ["DELETE", "GET"]) {
    const answer = await app.request("https://calm.example/api/admin/jobs", {
      method,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("allow")).toBeNull();
  }
});

test("a fault of ours says nothing of itself, but to the log", async () => {
  const log: unknown[] = [];
  const { app } = createHandlers({
    db: server.db.withSchema("nowhere"),
    site: testSite,
    providers: providersOf([sandbox]),
    log: (entry) => log.push(entry),
  });
  const answer = await app.request("/api/visitor/store-contact-info", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ event_id: randomUUID(), name: "ann@mail" }),
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ type: "urn:problem:internal" });
  expect(log).toContainEqual(
    expect.objectContaining({ level: "error", message: "request failed" }),
  );
  expect(JSON.stringify(log)).not.toContain("ann@");
});

test("600 calls a minute from one address, and no more", async () => {
  const clock = { ms: Date.UTC(2030, 0, 1) };
  const app = appOver(server, {
    addressHeader: "x-forwarded-for",
    now: () => new Date(clock.ms),
  });
  const call = async (address: string) => {
    const headers = { "x-forwarded-for": `made up, ${address}` };
    return (await app.request("/api/nothing", { headers })).status;
  };
  for (let i = 0; i < 600; i += 1) await call("192.0.2.1");
  expect(await call("192.0.2.1")).toBe(429);
  expect(await call("192.0.2.2")).toBe(404);
  clock.ms += 60_000;
  expect(await call("192.0.2.1")).toBe(404);
});

test("messages of providers are not counted", async () => {
  const app = appOver(server, {
    addressHeader: "x-forwarded-for",
  });
  const headers = { "x-forwarded-for": "192.0.2.9" };
  const send = () =>
    app.request("/api/pay/stripe/webhook", { method: "POST", headers });
  for (let i = 0; i < 600; i += 1) await send();
  expect((await send()).status).toBe(404);
});

describe("well-being", () => {
  test.each([
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ok", api: "ok" }],
    ["/api/healthz", { status: "ok", api: "ok" }],
  ])("%s is well", async (path, json) => {
    const answer = await server.send(path);
    expect(answer.json).toEqual(json);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers[SESSION_HEADER]).toBeUndefined();
  });

  test("a process without its database, or about to stop, lives but is not ready", async () => {
    const life = { stopping: false };
    const files = { find: async () => null, kept: () => null };
    const options = { site: testSite, providers: providersOf([sandbox]), life };
    const { app } = createHandlers({ ...options, files, db: server.db });
    const asked = ["/healthz", "/readyz", "/api/healthz"];
    const statuses = (of: typeof app) =>
      Promise.all(asked.map(async (path) => (await of.request(path)).status));
    expect(await statuses(app)).toEqual([200, 200, 200]);
    life.stopping = true;
    expect(await statuses(app)).toEqual([200, 503, 503]);
    const gone = startTestServer();
    const { db, stop } = await gone;
    await stop();
    const adminToken = "secret";
    const running = { ...options, life: { stopping: false }, adminToken };
    const { app: without } = createHandlers({ ...running, db });
    expect(await statuses(without)).toEqual([200, 503, 503]);
    const { app: withPages } = createHandlers({ ...running, files, db });
    expect(await statuses(withPages)).toEqual([200, 200, 503]);
    const ready = await withPages.request("/readyz");
    expect(await ready.json()).toEqual({ status: "ok", api: "unavailable" });
    const figures = await without.request("http://localhost/metrics", {
      headers: { authorization: "Bearer secret" },
    });
    expect([figures.status, await figures.text()]).toEqual([
      200,
      expect.stringContaining("http_requests_total"),
    ]);
  });
});

describe("metrics", () => {
  test("count requests by route, and name nobody", async () => {
    await server.send("/api/visitor/make-charge/secret-reference");
    await server.send("/quiz/ann%40mail.example");
    const { text, headers } = await server.send("/metrics");
    expect(headers["content-type"]).toContain("text/plain");
    expect(text).toContain(
      'http_requests_total{method="GET",route="/api/visitor/make-charge/{reference}",status="400"}',
    );
    expect(text).toMatch(/http_request_seconds_bucket\{le="0.5",route="/);
    expect(text).not.toMatch(/secret-reference|ann/);
  });

  test("have no line for what somebody made up", async () => {
    const kinds = async () => {
      const { text } = await server.send("/metrics");
      return text.match(/^http_requests_total\{.*\}/gm);
    };
    const ask = async (name: string) => {
      await server.send(`/api/admin/${name}`);
      await server.send(`/api/pay/${name}/webhook`, { method: "POST" });
      await server.send(`/api/${name}`);
      await server.send(`/${name}`);
    };
    await ask("first");
    const before = await kinds();
    expect(before?.length).toBeGreaterThan(3);
    for (const name of ["second", "third"]) await ask(name);
    expect(await kinds()).toEqual(before);
  });

  test("say whether the database answers, and how full the disk is", async () => {
    const { text } = await server.send("/metrics");
    expect(text).toMatch(/^database_up 1$/m);
    expect(text).toMatch(/^data_disk_bytes\{kind="free"\} [1-9]/m);
    expect(text).toMatch(/^data_disk_bytes\{kind="size"\} [1-9]/m);
  });

  test("count money by provider, once a minute", async () => {
    const read = async () => {
      const { text } = await server.send("/metrics");
      const lines = text
        .split("\n")
        .filter((line) => line.startsWith("payments"));
      return Object.fromEntries(lines.map((line) => line.split("} ")));
    };
    const before = await read();
    expect(before).toMatchObject({
      'payments{provider="sandbox",outcome="unknown"': "0",
    });
    const ids: string[] = [];
    for (const card of [
      goodCard,
      goodCard,
      { ...goodCard, number: "4000 0000 0000 0002" },
    ]) {
      const visitor = await arrive(server);
      const { id, url } = await openHosted(visitor);
      await post(visitor, url, card);
      ids.push(id);
    }
    await server.send(`/api/admin/orders/${ids[0] ?? ""}/refund`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: {},
    });
    expect(await read()).toEqual(before);
    server.clock.ms += 60_000;
    expect(await read()).toMatchObject({
      'payments{provider="sandbox",outcome="paid"': "2",
      'payments{provider="sandbox",outcome="declined"': "1",
      'payments{provider="sandbox",outcome="refunded"': "1",
      'payments{provider="sandbox",outcome="disputed"': "0",
      'payments_minor_units{provider="sandbox",currency="USD",direction="taken"':
        "1998",
      'payments_minor_units{provider="sandbox",currency="USD",direction="returned"':
        "999",
    });
  });

  test("tell what somebody has to look at also where all money cannot be counted", async () => {
    const told: string[] = [];
    const metrics = {
      ...createMetrics(false),
      money: () => {
        throw new Error("it takes too long");
      },
      attention: () => void told.push("attention"),
    };
    const app = appOver(server, { metrics, openMetrics: true });
    expect((await app.request("https://calm.example/metrics")).status).toBe(
      200,
    );
    expect(told).toEqual(["attention"]);
  });

  test.each<[string, object, number]>([
    ["on a brand's host", {}, 404],
    ["with a token set, to whoever has none", { adminToken: "x" }, 401],
    ["opened, behind a proxy that guards them", { openMetrics: true }, 200],
  ])("%s", async (_, more, status) => {
    const app = appOver(server, {
      ...more,
    });
    const answer = await app.request("https://calm.example/metrics");
    expect(answer.status).toBe(status);
  });
});

test("every call and page for operators is closed to whoever has no token", async () => {
  const app = appOver(server, { adminToken: "correct-horse" });
  const routes = app.routes.filter(
    ({ path, method }) => path.startsWith("/api/admin") && method !== "ALL",
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { path, method } of routes) {
    const address = path.replaceAll(/:\w+/g, "x");
    const { status } = await app.request(`https://calm.example${address}`, {
      method,
    });
    expect([method, path, status]).toEqual([method, path, 401]);
  }
});
