import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jobsCommand } from "./jobs.ts";

let server: Server;
let url = "";
let answer = { status: 200, findings: "0", text: "no jobs\n" };
const asked: { address: string; method: string; body: string }[] = [];
const out = vi.spyOn(console, "log");
const err = vi.spyOn(console, "error");
beforeEach(async () => {
  answer = { status: 200, findings: "0", text: "no jobs\n" };
  asked.length = 0;
  out.mockReset().mockImplementation(() => {});
  err.mockReset().mockImplementation(() => {});
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const { url: address = "", method = "" } = request;
    asked.push({ address, method, body: Buffer.concat(parts).toString() });
    response.writeHead(answer.status, { "x-findings": answer.findings });
    response.end(answer.text);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${String(Object(server.address()).port)}`;
});
afterEach(() => server.close());

test("lists what the server says; dead letters are findings", async () => {
  const text = { url, format: "text" as const };
  expect(await jobsCommand("list", undefined, text, "secret")).toBe(0);
  expect(out.mock.calls).toEqual([["no jobs"]]);
  answer = { ...answer, findings: "2" };
  const json = { url, format: "json" as const, queue: "mail" };
  expect(await jobsCommand("list", undefined, json, "secret")).toBe(1);
  expect(asked.map(({ address }) => address)).toEqual([
    "/api/admin/jobs.txt",
    "/api/admin/jobs.json?queue=mail",
  ]);
});

test.each([
  [
    "retry",
    "an-id",
    undefined,
    { id: "an-id" },
    "3 dead letters are tried again",
  ],
  ["drop", undefined, "mail", { queue: "mail" }, "3 dead letters are dropped"],
])("%s says how many were meant", async (what, id, queue, body, said) => {
  answer = { ...answer, text: '{"jobs":3}' };
  const options = { url, format: "text" as const, ...(queue && { queue }) };
  expect(await jobsCommand(what, id, options, "secret")).toBe(0);
  expect(asked).toEqual([
    {
      address: `/api/admin/jobs/${what}`,
      method: "POST",
      body: JSON.stringify(body),
    },
  ]);
  expect(out.mock.calls).toEqual([[said]]);
});

test.each(["retry", "drop"])("%s is told as data", async (what) => {
  answer = { ...answer, text: '{"jobs":3}\n' };
  const options = { url, format: "json" as const };
  expect(await jobsCommand(what, undefined, options, "secret")).toBe(0);
  expect(out.mock.calls).toEqual([['{"jobs":3}']]);
});

test("an empty name is sent as it is, and means not all of them", async () => {
  answer = { ...answer, status: 422 };
  const options = { url, format: "text" as const };
  expect(await jobsCommand("drop", "", options, "secret")).toBe(2);
  const queue = { ...options, queue: "" };
  expect(await jobsCommand("retry", undefined, queue, "secret")).toBe(2);
  expect(asked.map(({ body }) => body)).toEqual(['{"id":""}', '{"queue":""}']);
});

test("one that there is not is said to be none", async () => {
  answer = { ...answer, text: '{"jobs":0}' };
  const options = { url, format: "text" as const };
  expect(await jobsCommand("retry", "an-id", options, "secret")).toBe(2);
  expect(err.mock.calls).toEqual([
    ["There is no dead letter an-id: nothing was changed."],
  ]);
  expect(await jobsCommand("retry", undefined, options, "secret")).toBe(0);
});

test.each(["list", "retry", "drop"])(
  "%s is a fault without the token",
  async (what) => {
    answer = { ...answer, status: 401 };
    const options = { url, format: "text" as const };
    expect(await jobsCommand(what, undefined, options, undefined)).toBe(2);
    expect(String(err.mock.calls[0])).toContain("ADMIN_TOKEN");
  },
);

test("anything else is no command", async () => {
  const options = { url, format: "text" as const };
  expect(await jobsCommand("stop", undefined, options, "x")).toBe(2);
  expect(asked).toEqual([]);
});
