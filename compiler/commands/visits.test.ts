import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visitsCommand } from "./visits.ts";

let server: Server;
let url = "";
let status = 200;
const asked: IncomingMessage[] = [];
const out = vi.spyOn(console, "log");
const err = vi.spyOn(console, "error");
beforeEach(async () => {
  status = 200;
  asked.length = 0;
  out.mockReset().mockImplementation(() => {});
  err.mockReset().mockImplementation(() => {});
  server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(status).end("a table\n");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${String(Object(server.address()).port)}`;
});
afterEach(() => server.close());

test("prints what the server says of all funnels", async () => {
  const text = { url, format: "text" } as const;
  expect(await visitsCommand(undefined, text, "secret")).toBe(0);
  expect(out.mock.calls).toEqual([["a table"]]);
  const [request] = asked;
  expect(request?.url).toBe("/api/admin/visits");
  expect(request?.headers.authorization).toBe("Bearer secret");
  expect(request?.headers.accept).toBe("text/plain");
});

test("or of one over some days, as data", async () => {
  const json = { url, format: "json", since: "2030-01-01" } as const;
  const options = { ...json, before: "2030-02-01" };
  expect(await visitsCommand("calm/adhd", options, undefined)).toBe(0);
  const [request] = asked;
  expect(request?.url).toBe(
    "/api/admin/visits?funnel=calm%2Fadhd&since=2030-01-01&before=2030-02-01",
  );
  expect(request?.headers.accept).toBe("application/json");
});

test("what the server refuses is a fault", async () => {
  status = 401;
  const text = { url, format: "text" } as const;
  expect(await visitsCommand(undefined, text, "x")).toBe(2);
  expect(String(err.mock.calls[0])).toContain("ADMIN_TOKEN");
});
