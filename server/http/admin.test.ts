import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/server.ts";

const TOKEN = "open-sesame";
const BASIC = `Basic ${Buffer.from(`me:${TOKEN}`).toString("base64")}`;
const PATHS = [
  "/admin",
  "/admin/",
  "/api/admin",
  "/api/admin/live.json",
  "/api/admin/orders",
];

/** A server whose API is there, or at the hosts of the brands where it is empty. */
function serverAt(apiOrigin: string, adminToken: string | null = TOKEN) {
  let server: TestServer | null = null;
  beforeAll(async () => {
    server = await startTestServer({ apiOrigin, adminToken, production: true });
  });
  afterAll(() => server?.stop());
  return (
    path: string,
    headers: Readonly<Record<string, string>>,
    method = "GET",
  ) => {
    if (server === null) throw new Error("it is not started");
    return server.send(path, {
      method,
      headers: { authorization: BASIC, ...headers },
      ...(method === "POST" && { body: {} }),
    });
  };
}

describe("where the API has a host of its own", () => {
  const ask = serverAt("https://api.example");
  const elsewhere = {
    type: "urn:problem:operators-elsewhere",
    title: "Operators have a host of their own.",
    status: 403,
    detail: "Ask at https://api.example/api/admin.",
  };

  test.each([
    { host: "calm.example" },
    { host: "CALM.example:443" },
    { host: "calm.example." },
    { host: "www.calm.example" },
    { host: "testing.calm.example" },
    { host: "calm.localhost:4173" },
    // An edge tells by it at which host it was asked.
    { host: "api.example", "x-host": "calm.example" },
    { host: "api.example", "x-host": "site.pages.example" },
    { host: "calm.example", "x-host": "api.example" },
  ])(
    "operators are refused at %j, and told where they are",
    async (headers) => {
      for (const path of PATHS) {
        const { status, json, headers: answered } = await ask(path, headers);
        expect([path, status]).toEqual([path, 403]);
        expect(json).toEqual(elsewhere);
        expect(answered).not.toHaveProperty("www-authenticate");
      }
      const path = "/api/admin/orders/x/refund";
      expect((await ask(path, headers, "POST")).json).toEqual(elsewhere);
    },
  );

  test("nobody is asked there for the token", async () => {
    const asked = { host: "calm.example", authorization: "" };
    const { status, headers } = await ask("/api/admin", asked);
    expect(status).toBe(403);
    expect(headers).not.toHaveProperty("www-authenticate");
  });

  test.each([
    { host: "api.example" },
    { host: "API.example:443" },
    { host: "api.example", "x-host": "API.example:443" },
    // Commands and probes beside the server.
    { host: "localhost:4173" },
    { host: "127.0.0.1:4173" },
  ])("operators are let in at %j", async (headers) => {
    const statuses = [];
    for (const path of PATHS) statuses.push((await ask(path, headers)).status);
    expect(statuses).toEqual([302, 302, 200, 200, 200]);
    const stranger = await ask("/api/admin", { ...headers, authorization: "" });
    expect(stranger.status).toBe(401);
    expect(stranger.headers).toHaveProperty("www-authenticate");
  });

  test("calls of pages go on at the hosts of brands", async () => {
    const { status } = await ask("/api/healthz", { host: "calm.example" });
    expect(status).toBe(200);
  });
});

describe("where the API is at the host of one brand", () => {
  const ask = serverAt("https://calm.example");

  test.each([
    ["calm.example", 200],
    ["calm.localhost", 403],
  ])("at %s operators are answered %i", async (host, status) => {
    expect((await ask("/api/admin", { host })).status).toBe(status);
  });
});

test.for([["calm.example"], ["api.example"]])(
  "where the API has no host of its own, operators are at %s",
  async ([host = ""]) => {
    const adminToken = TOKEN;
    const own = await startTestServer({ adminToken, production: true });
    const headers = { authorization: BASIC, host };
    const { status } = await own.send("/api/admin", { headers });
    await own.stop();
    expect(status).toBe(200);
  },
);

describe("where there is no token to be sent", () => {
  const ask = serverAt("https://api.example", null);

  test("there is nothing to be told of", async () => {
    const { status } = await ask("/api/admin", { host: "calm.example" });
    expect(status).toBe(404);
  });
});
