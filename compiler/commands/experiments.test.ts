import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { experimentsCommand } from "./experiments.ts";

let server: Server;
let url = "";
let answer = { status: 200, findings: "0", text: "a table\n" };
const asked: IncomingMessage[] = [];
const out = vi.spyOn(console, "log");
const err = vi.spyOn(console, "error");
beforeEach(async () => {
  answer = { status: 200, findings: "0", text: "a table\n" };
  out.mockReset().mockImplementation(() => {});
  err.mockReset().mockImplementation(() => {});
  server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(answer.status, { "x-findings": answer.findings });
    response.end(answer.text);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${String(Object(server.address()).port)}`;
});
afterEach(() => server.close());

test("asks a server on this machine by the name of a brand", async () => {
  const named = url.replace("127.0.0.1", "calm.localhost");
  expect(await experimentsCommand({ url: named, format: "text" }, "x")).toBe(0);
});

test("prints what the server says, and shows it the token", async () => {
  expect(await experimentsCommand({ url, format: "text" }, "secret")).toBe(0);
  expect(out.mock.calls).toEqual([["a table"]]);
  const request = asked.at(-1);
  expect(request?.url).toBe("/api/admin/experiments.txt");
  expect(request?.headers.authorization).toBe("Bearer secret");
});

test("a broken split is a finding", async () => {
  answer = { ...answer, findings: "1" };
  expect(await experimentsCommand({ url, format: "json" }, undefined)).toBe(1);
  expect(asked.at(-1)?.headers.authorization).toBeUndefined();
});

test.each([
  [401, "ADMIN_TOKEN"],
  [404, "ADMIN_TOKEN"],
  [500, "status 500"],
])("a %i is a fault that names the way out", async (status, text) => {
  answer = { ...answer, status };
  expect(await experimentsCommand({ url, format: "text" }, "x")).toBe(2);
  expect(String(err.mock.calls[0])).toContain(text);
});

test("so is no server, and no address", async () => {
  server.close();
  expect(await experimentsCommand({ url, format: "text" }, "x")).toBe(2);
  expect(String(err.mock.calls[0])).toContain("No server answers at");
  expect(
    await experimentsCommand({ url: "x", format: "text" }, undefined),
  ).toBe(2);
});
