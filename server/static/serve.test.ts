import { createFiles } from "./files.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { readObject } from "../testing/calls.ts";

let server: TestServer;
const root = mkdtempSync(join(tmpdir(), "static-test-"));
let ticks = 0;
const dist = join(root, "dist");
const script = "export const answer = 42;";
const log: Record<string, unknown>[] = [];

beforeAll(async () => {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "secret.txt": "secret",
    "dist-other/secret.txt": "secret",
    "dist/live.json": '{"version":1}',
    "dist/calm/404.html": "calm: not found",
    "dist/calm/quiz/start/index.html": "calm: start",
    "dist/calm/quiz/you'll-see/index.html": "calm: you'll see",
    "dist/calm/robots.txt": "User-agent: *",
    "dist/other/404.html": "other: not found",
    "dist/other/quiz/start/index.html": "other: start",
    "dist/assets/app-1a2b.js": script,
    "dist/assets/app-1a2b.js.br": brotliCompressSync(script),
  };
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), body);
  }
  server = await startTestServer({
    files: createFiles(dist, { lookAfterMs: 1_000, ticks: () => ticks }),
    production: true,
    log: (entry) => log.push(entry),
  });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.send(path, { headers });

test("what the build keeps for later ones is no page, and its operators' alone", async () => {
  for (const path of ["/live.json", "/../live.json", "/calm/../live.json"])
    expect((await get(path, { host: "calm.example" })).status).toBe(404);
  const hidden = await get("/api/admin/live.json", { host: "calm.example" });
  expect(hidden.status).toBe(404);
});

test("its operators are told what the build keeps, by their token", async () => {
  const files = createFiles(dist, { lookAfterMs: 1_000, ticks: () => ticks });
  const adminToken = "open-sesame";
  const own = await startTestServer({ files, adminToken, production: true });
  try {
    const ask = (authorization: string) =>
      own.send("/api/admin/live.json", { headers: { authorization } });
    expect((await ask("Bearer wrong")).status).toBe(401);
    const answer = await ask("Bearer open-sesame");
    expect([answer.status, answer.text]).toEqual([200, '{"version":1}']);
  } finally {
    await own.stop();
  }
});

describe("hosts", () => {
  test.each([
    ["calm.localhost:4173", "calm"],
    ["calm.example", "calm"],
    ["CALM.Example:443", "calm"],
    ["www.calm.example", "calm"],
    ["testing.calm.example", "calm"],
    ["www.staging.calm.example", "calm"],
    ["staging-calm.example", "calm"],
    ["calm.example.", "calm"],
    ["notcalm.example", "other"],
    ["calm.example.evil.example", "other"],
    ["constructor.localhost", "other"],
    ["127.0.0.1:4173", "other"],
    ["[::1]:4173", "other"],
  ])("%s is %s", async (host, brand) => {
    const answer = await get("/quiz/start", { host });
    expect(answer.text).toBe(`${brand}: start`);
  });

  test("a moved host keeps path and query", async () => {
    const answer = await get("/free?utm_source=x&email=a%40b", {
      host: "www.old.example",
      "x-forwarded-proto": "https",
    });
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe(
      "https://new.other.example/free?utm_source=x&email=a%40b",
    );
  });

  test.each([
    ["by https where nothing tells how they came", {}, "https:"],
    ["as they came", { "x-forwarded-proto": "http" }, "http:"],
  ])(
    "in production, visitors of a moved host go on %s",
    async (_, told, scheme) => {
      const answer = await get("/free", { host: "old.example", ...told });
      expect(answer.headers.location).toBe(`${scheme}//new.other.example/free`);
    },
  );
});

describe("addresses", () => {
  test.each<[string, number, string]>([
    ["/", 302, "/quiz/start"],
    [
      "/?abtest=a&utm_source=x%20y",
      302,
      "/quiz/start?abtest=a&utm_source=x%20y",
    ],
    ["/quiz", 302, "/quiz/start"],
    ["/quiz/", 302, "/quiz/start"],
    ["/quiz/zzz?a=b", 302, "/quiz/start?a=b"],
    ["/quiz/zzz/", 302, "/quiz/start"],
    ["/quiz/3-you'll-see?a=b", 302, "/quiz/4-you'll-see?a=b"],
    ["/quiz/3-free?a=b", 302, "/free?a=b"],
    ["/quiz/3-toString", 302, "/quiz/start"],
    ["/quiz/3-step", 302, "/quiz/start"],
    ["/quiz/upsell/zzz?a=b", 302, "/quiz/start?a=b"],
    ["/quiz/upsell", 302, "/quiz/start"],
    ["/quiz/start/?a=b", 301, "/quiz/start?a=b"],
    ["//quiz//start", 301, "/quiz/start"],
  ])("%s answers %i to %s", async (path, status, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.location]).toEqual([
      status,
      location,
    ]);
  });

  test.each<[string, number, string]>([
    ["/quiz/start", 200, "calm: start"],
    ["/quiz/start?x=%zz", 200, "calm: start"],
    ["/quiz/you'll-see", 200, "calm: you'll see"],
    ["/quiz/you%27ll-see", 200, "calm: you'll see"],
    ["/robots.txt", 200, "User-agent: *"],
    ["/nothing", 404, "calm: not found"],
    ["//evil.example/", 404, "calm: not found"],
    ["/quiz/start/deeper", 404, "calm: not found"],
    ["/constructor", 404, "calm: not found"],
    ["/404.html", 404, "calm: not found"],
    ["/quiz/start/index.html", 404, "calm: not found"],
    [`/${"x".repeat(3_000)}`, 404, "calm: not found"],
    ["/../secret.txt", 404, "Not found"],
    ["/../../dist-other/secret.txt", 404, "Not found"],
    ["/%2e%2e/%2e%2e/secret.txt", 404, "Not found"],
    ["/other/404.html", 404, "calm: not found"],
    ["/assets/gone-1a2b.js", 404, "Not found"],
  ])("%s answers %i %s", async (path, status, text) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  test.each([
    "/%",
    "/quiz/%zz",
    "/%ff",
    "/..%2f..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/..%5c..%5csecret.txt",
    "/a%00b",
  ])("%s is a page that says it cannot be read", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(400);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.text).toContain("<h1>");
    expect(answer.text).not.toContain("secret");
  });

  test("a document takes no POST", async () => {
    const answer = await server.send("/quiz/start", { method: "POST" });
    expect(answer.status).toBe(404);
  });
});

describe("headers", () => {
  test("a document is asked for again, and answered with 304", async () => {
    const first = await get("/quiz/start");
    expect(first.headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
    expect(first.headers["permissions-policy"]).toContain("camera=()");
    const tag = String(first.headers.etag);
    const second = await get("/quiz/start", { "if-none-match": `W/${tag}` });
    expect([second.status, second.text]).toEqual([304, ""]);
    const head = await server.send("/quiz/start", { method: "HEAD" });
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([
      200,
      "",
      "11",
    ]);
  });

  test("a changed document has another tag", async () => {
    const first = await get("/robots.txt");
    writeFileSync(join(dist, "calm/robots.txt"), "User-agent: none");
    // Looked at once a second: until then, text and tag are those from before.
    const kept = await get("/robots.txt");
    expect([kept.text, kept.headers.etag]).toEqual([
      first.text,
      first.headers.etag,
    ]);
    ticks += 1_000;
    const second = await get("/robots.txt", {
      "if-none-match": String(first.headers.etag),
    });
    expect([second.status, second.text]).toEqual([200, "User-agent: none"]);
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip;q=1, BR;q=0.5", "br"],
    ["br;q=0", undefined],
    ["gzip", undefined],
    ["", undefined],
  ])("an asset for %j is sent as %s", async (accept, encoding) => {
    const answer = await get("/assets/app-1a2b.js", {
      "accept-encoding": accept,
    });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      vary: "accept-encoding",
    });
  });

  test.each<[string, number, string | null]>([
    ["bytes=0-5", 206, "export"],
    ["bytes=-3", 206, "42;"],
    ["bytes=20-", 206, script.slice(20)],
    ["bytes=900-", 416, ""],
    ["bytes=5-2", 200, script],
    ["bytes=0-1,3-4", 200, script],
    ["lines=1-2", 200, script],
  ])("a part of a file, %s, answers %i", async (range, status, text) => {
    const answer = await get("/assets/app-1a2b.js", { range });
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  test("no cache keeps that a file has no such part in place of the file", async () => {
    const path = "/assets/app-1a2b.js";
    const outside = await get(path, { range: "bytes=900-" });
    expect(outside.headers["cache-control"]).toBe("no-store");
    const part = await get(path, { range: "bytes=0-5" });
    expect(part.headers["cache-control"]).toContain("immutable");
  });

  test("a part is a matter of GET: HEAD tells of the whole file", async () => {
    const headers = { range: "bytes=0-5" };
    const { status, headers: told } = await server.send("/assets/app-1a2b.js", {
      method: "HEAD",
      headers,
    });
    expect([status, told["content-length"]]).toEqual([
      200,
      String(script.length),
    ]);
  });
});

describe("the rest of a file whose beginning a browser has kept", () => {
  const tagOf = async (path: string, coding: string) => {
    const { headers } = await get(path, { "accept-encoding": coding });
    return String(headers["etag"]);
  };
  const path = "/assets/app-1a2b.js";

  test("is sent where the file is the same", async () => {
    const tag = await tagOf(path, "identity");
    const answer = await get(path, { range: "bytes=20-", "if-range": tag });
    expect([answer.status, answer.text]).toEqual([206, script.slice(20)]);
  });

  test.each([
    ["of its packed form", () => tagOf(path, "br")],
    ["of an earlier build", () => Promise.resolve('"another"')],
    ["of a date", () => Promise.resolve("Sat, 01 Jan 2000 00:00:00 GMT")],
  ])("is the whole file for a beginning %s", async (_what, tag) => {
    const range = { range: "bytes=20-", "if-range": await tag() };
    const answer = await get(path, range);
    expect([answer.status, answer.text]).toEqual([200, script]);
    expect(answer.headers["content-range"]).toBeUndefined();
  });
});

test("the log has a line for a request, without what is personal", async () => {
  log.length = 0;
  await get("/quiz/start?email=ann@mail.example");
  await get("/ann@mail.example");
  await get("/quiz/21-step");
  await get("/api/pay/checkout-status?checkout_id=AAAAAAAAAAAAAAAAAAAAAA");
  expect(log.map((entry) => readObject(entry)["path"])).toEqual([
    "/quiz/start",
    "(hidden)",
    "/quiz/step",
    "/api/pay/checkout-status",
  ]);
  expect(log[0]).toMatchObject({ status: 200, method: "GET", brand: "calm" });
});
