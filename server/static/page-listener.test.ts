import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  listenOver,
  send,
  startTestServer,
  type TestServer,
} from "../testing/server.ts";
import { createFiles } from "./files.ts";

const dist = mkdtempSync(join(tmpdir(), "api-host-"));
const files = createFiles(dist, { lookAfterMs: 1_000 });
let server: TestServer;
beforeAll(async () => {
  for (const name of [
    "calm/404.html",
    "calm/sw.js",
    "calm/quiz/start/index.html",
    "other/404.html",
    "other/sw.js",
    "other/quiz/start/index.html",
    "assets/face-1a2b.woff2",
  ]) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), name);
  }
  server = await startTestServer({
    files,
    apiOrigin: "https://api.example",
    production: true,
  });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(dist, { recursive: true });
});

describe("the API's own host", () => {
  test.each(["/", "/quiz/start", "/quiz", "/sw.js", "/nothing", "/404.html"])(
    "has no page at %s",
    async (path) => {
      for (const host of ["api.example", "API.example:443", "api.example."]) {
        const { status, text } = await server.send(path, { headers: { host } });
        expect([host, status, text]).toEqual([host, 404, "Not found"]);
      }
    },
  );

  test("has the calls, and the fonts of the pages that they show", async () => {
    const statusOf = async (path: string) =>
      (await server.send(path, { headers: { host: "api.example" } })).status;
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/assets/face-1a2b.woff2")).toBe(200);
  });

  test.each([
    { host: "calm.example" },
    { host: "calm.localhost:4173" },
    { host: "somewhere.example" },
    { host: "api.example:8443" },
    // What passes a page's request on tells whose it is.
    { host: "api.example", "x-host": "calm.example" },
  ])("takes no page from %j", async (headers) => {
    const { status } = await server.send("/quiz/start", { headers });
    expect(status).toBe(200);
  });

  test.each(["", "https://calm.example"])(
    "is none where the API is at a brand's: %j",
    async (apiOrigin) => {
      const other = await listenOver(server, { files, apiOrigin });
      const headers = { host: "calm.example" };
      const page = send(other.port, "/quiz/start", { headers });
      expect((await page.finally(other.end)).status).toBe(200);
    },
  );
});
