import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { providersOf } from "./payments/registry.ts";
import { sandbox } from "./payments/sandbox.ts";
import {
  expectProblem,
  startTestServer,
  testSite,
  type TestServer,
} from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.stop());

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
      "access-control-request-headers": "x-device-id,x-visitor-session-id",
    },
  });
  expect(answer.headers["access-control-allow-headers"]).toContain(
    "x-visitor-session-id",
  );
});

test.each(["/api/nothing", "/api", "/ai-api/anything"])(
  "%s is a problem, not a page",
  async (path) => {
    const answer = await server.send(path);
    expect(expectProblem("not-found", answer)).toMatchObject({ status: 404 });
  },
);

test("a fault of ours says nothing of itself, but to the log", async () => {
  const log: unknown[] = [];
  const app = createApp({
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
  const app = createApp({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
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

test("tells that it is well", async () => {
  const answer = await server.send("/api/healthz");
  expect(answer.json).toEqual({ status: "ok" });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-visitor-session-id"]).toBeUndefined();
});
