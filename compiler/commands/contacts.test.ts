import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { main } from "../cli.ts";
import { ROOT } from "../testing/root.ts";

interface Asked extends Pick<IncomingMessage, "method" | "url" | "headers"> {
  readonly body: string;
}

let server: Server;
let url = "";
let isKnown = true;
const asked: Asked[] = [];
const out = vi.spyOn(console, "log");
const err = vi.spyOn(console, "error");
const written = vi.spyOn(process.stdout, "write");
beforeEach(async () => {
  isKnown = true;
  asked.length = 0;
  out.mockReset().mockImplementation(() => {});
  err.mockReset().mockImplementation(() => {});
  vi.stubEnv("ADMIN_TOKEN", "secret");
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const { method, headers } = request;
    asked.push({ method, url: request.url, headers, body });
    const type = isKnown ? "text/plain" : "application/problem+json";
    response.writeHead(isKnown ? 200 : 404, { "content-type": type });
    const problem = {
      type: "urn:problem:contact-unknown",
      title: "Nothing is known of this email.",
      detail: "Check how the email is written.",
    };
    response.end(isKnown ? "an answer\n" : JSON.stringify(problem));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${String(Object(server.address()).port)}`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

const run = (...args: readonly string[]) =>
  main(["node", "funnels", "contacts", ...args, "--url", url], {
    root: ROOT,
    fingerprint: "",
  });

describe("funnels contacts", () => {
  test.each([
    [["list"], "text/plain", "/api/admin/contacts"],
    [
      ["list", "--email", "a+b@mail.example", "--limit", "5"],
      "text/plain",
      "/api/admin/contacts?email=a%2Bb%40mail.example&limit=5",
    ],
    [
      ["show", "--email", "a+b@mail.example", "--format", "json"],
      "application/json",
      "/api/admin/contacts/person?email=a%2Bb%40mail.example",
    ],
  ])("%j asks for %s at %s", async (args, accept, path) => {
    expect(await run(...args)).toBe(0);
    expect(out.mock.calls).toEqual([["an answer"]]);
    expect(asked).toMatchObject([{ method: "GET", url: path }]);
    expect(asked[0]?.headers).toMatchObject({
      authorization: "Bearer secret",
      accept,
    });
  });

  test("export prints the file as it is", async () => {
    written.mockImplementation(() => true);
    const code = await run("export", "--email", "a@b.example", "--format=csv");
    const texts = written.mock.calls.map(([text]) => String(text));
    written.mockRestore();
    expect(code).toBe(0);
    expect(texts).toContain("an answer\n");
    expect(asked[0]?.url).toBe(
      "/api/admin/contacts/export?email=a%40b.example&format=csv",
    );
  });

  test("erase with --yes deletes, and says what", async () => {
    expect(await run("erase", "--email", "a@b.example", "--yes")).toBe(0);
    expect(asked).toMatchObject([
      {
        method: "POST",
        url: "/api/admin/contacts/erase",
        body: '{"email":"a@b.example"}',
      },
    ]);
    expect(out.mock.calls).toEqual([["an answer"]]);
  });

  test("erase-again asks for each person that a log says was erased", async () => {
    const folder = mkdtempSync(join(tmpdir(), "funnels-log-"));
    const log = join(folder, "funnels.log");
    writeFileSync(
      log,
      [
        '{"time":"…","level":"info","message":"request","path":"/"}',
        'Nov 28 host node[1]: {"time":"…","level":"info","message":"person erased","sessions":"one two","request":"x"}',
        '{"time":"…","level":"info","message":"person erased","sessions":"three"}',
        '{"time":"…","level":"info","message":"person erased","sessions":"","mentions":"gift/a-b/1 order/c"}',
        "",
      ].join("\n"),
    );
    expect(await run("erase-again", "--log", log)).toBe(0);
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    writeFileSync(join(folder, "other.log"), "");
    for (const name of ["other.log", "none.log"])
      await run("erase-again", "--log", join(folder, name));
    expect(told.mock.calls).toEqual([
      [`${join(folder, "other.log")} names nobody who was erased.`],
      [`There is no file ${join(folder, "none.log")}.`],
    ]);
    rmSync(folder, { recursive: true });
    expect(asked.map(({ url: path, body }) => [path, body])).toEqual([
      ["/api/admin/contacts/erase-again", '{"sessions":["one","two"]}'],
      ["/api/admin/contacts/erase-again", '{"sessions":["three"]}'],
      [
        "/api/admin/contacts/erase-again",
        '{"sessions":[],"mentions":["gift/a-b/1","order/c"]}',
      ],
    ]);
  });

  test("erase without --yes deletes nothing where nobody can be asked", async () => {
    expect(process.stdin.isTTY).not.toBe(true);
    expect(await run("erase", "--email", "a@b.example")).toBe(1);
    expect(asked).toEqual([]);
    expect(String(err.mock.calls[0])).toContain("--yes");
  });

  test.each(["show", "export"])(
    "%s of somebody unknown says so",
    async (what) => {
      isKnown = false;
      expect(await run(what, "--email", "a@b.example")).toBe(2);
      expect(String(err.mock.calls[0])).toContain("Nothing is known");
    },
  );
});
