import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findCheckout } from "../checkout.mjs";
import { liveShape } from "../live/shape.ts";
import { BASE_DIR, compileWith } from "../testing/base-content.ts";
import { checkCommand } from "./check.ts";
import type { CheckOptions } from "./check-options.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-live-"));
  cpSync(BASE_DIR, join(dir, "content"), { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

const quiz = () => join(dir, "content/demo/quiz.yaml");

function edit(from: string, to: string): void {
  writeFileSync(quiz(), readFileSync(quiz(), "utf8").replace(from, to));
}

async function check(options: Partial<CheckOptions>) {
  const said: string[] = [];
  const keep = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
  const code = await checkCommand(
    {
      content: join(dir, "content"),
      format: "pretty",
      cache: false,
      ...options,
    },
    findCheckout(),
  );
  return { code, said: said.join("\n") };
}

function git(...args: string[]): void {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: dir, stdio: "ignore" });
}

test(
  "a reworded choice is held against the last commit, and mended",
  { tags: "long" },
  async () => {
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "Before");
    edit("[Good, Bad]", "[Rather good, Bad]");
    expect((await check({})).code).toBe(0);
    const { code, said } = await check({ against: "HEAD" });
    expect(code).toBe(1);
    expect(said).toContain("live/option-gone");
    // What somebody has to look at is not mended unasked.
    expect((await check({ against: "HEAD", fix: true })).code).toBe(1);
    const mended = await check({ against: "HEAD", fix: "all" });
    expect(mended.code).toBe(0);
    expect(mended.said).toContain("demo/quiz.yaml: 1 mended");
    expect(readFileSync(quiz(), "utf8")).toContain(
      "options: [{ label: Rather good, value: good }, Bad]",
    );
  },
);

test("a build is held against by its folder or its file", async () => {
  const { program } = compileWith();
  if (program === null) throw new Error("refused");
  const shape = JSON.stringify(liveShape(program));
  writeFileSync(join(dir, "live.json"), shape);
  writeFileSync(join(dir, "build.json"), "{}");
  edit("id: mood", "id: spirits");
  for (const against of [dir, join(dir, "live.json"), join(dir, "build.json")])
    expect((await check({ against })).said).toContain("live/question-gone");
});

test.each([
  ["nowhere", /There is no folder or file "nowhere"/],
  ["--output=x", /There is no folder or file "--output=x"/],
])("there is nothing at %s", async (against, reason) => {
  git("init", "-q");
  const { code, said } = await check({ against });
  expect(code).toBe(2);
  expect(said).toMatch(reason);
});

describe("what a server serves is held against by its address", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
    vi.unstubAllEnvs();
  });

  /** A server that answers every call in one way. */
  async function answering(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const server = createServer(answer).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${Object(server.address()).port}`;
  }

  test("with the admin token of its operators", async () => {
    const { program } = compileWith();
    if (program === null) throw new Error("refused");
    const shape = JSON.stringify(liveShape(program));
    const asked: unknown[] = [];
    const url = await answering(({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      response.end(shape);
    });
    vi.stubEnv("ADMIN_TOKEN", "open-sesame");
    edit("id: mood", "id: spirits");
    const { code, said } = await check({ against: url });
    expect(code).toBe(1);
    expect(said).toContain("live/question-gone");
    expect(asked).toEqual([["/api/admin/live.json", "Bearer open-sesame"]]);
  });

  test.each<[string, number, string, RegExp]>([
    [
      "another version",
      200,
      '{"version":2}',
      /its server is of another version/,
    ],
    ["no JSON", 200, "<html>", /or there is something else at this address/],
    ["a list", 200, "[]", /or there is something else at this address/],
    ["nothing kept", 200, "null", /keeps nothing to be held against/],
    [
      "a page that is not there",
      404,
      "",
      /only to those who have its ADMIN_TOKEN/,
    ],
    ["a wrong token", 401, "", /only to those who have its ADMIN_TOKEN/],
    ["a fault", 500, "", /answered with status 500/],
  ])("%s is said", async (_, status, body, reason) => {
    const url = await answering((_request, response) => {
      response.writeHead(status).end(body);
    });
    const { code, said } = await check({ against: url });
    expect([code, said]).toEqual([2, expect.stringMatching(reason)]);
  });

  test("where operators have a host of their own is said", async () => {
    const url = await answering((_request, response) => {
      response.writeHead(403, { "content-type": "application/problem+json" });
      const title = "Operators have a host of their own.";
      const detail = "Ask at https://api.example/api/admin.";
      const type = "urn:problem:operators-elsewhere";
      response.end(JSON.stringify({ type, title, status: 403, detail }));
    });
    const { code, said } = await check({ against: url });
    expect([code, said]).toEqual([
      2,
      expect.stringContaining(
        "Operators have a host of their own. Ask at https://api.example/api/admin.",
      ),
    ]);
  });

  test("nobody there, and no address, are said", async () => {
    const url = await answering(() => {});
    const [server] = servers.splice(0);
    server?.close();
    const nobody = await check({ against: url });
    expect([nobody.code, nobody.said]).toEqual([
      2,
      expect.stringMatching(/No server answers at/),
    ]);
    const none = await check({ against: "http://" });
    expect([none.code, none.said]).toEqual([
      2,
      expect.stringMatching(/is not a valid address/),
    ]);
  });
});

test("a folder that is no build is refused", async () => {
  const { code, said } = await check({ against: dir });
  expect([code, said]).toEqual([
    2,
    expect.stringContaining("There is no live.json"),
  ]);
  writeFileSync(join(dir, "live.json"), '{"version":0}');
  expect((await check({ against: dir })).said).toMatch(
    /is not what a build of this version keeps/,
  );
});

test("content with mistakes is held against it as far as it is understood", async () => {
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Before");
  edit("[Good, Bad]", "[Rather good, Bad]");
  edit("heading: Your plan", "heading: Your plan for {{ nobody }}");
  const understood = await check({ against: "HEAD" });
  expect(understood.said).toContain("variable/unknown");
  expect(understood.said).toContain("live/option-gone");
  edit("questions:", "questions: {");
  const refused = await check({ against: "HEAD" });
  expect(refused.said).toContain(
    "demo/quiz.yaml:1:1  warning  live/not-compared",
  );
  expect(refused.said).not.toContain("live/address-gone");
  writeFileSync(join(dir, "content/site.yaml"), "defaultBrand: {");
  const { said } = await check({ against: "HEAD" });
  expect(said.match(/live\/\S+/g)).toEqual(["live/not-compared"]);
  expect(said).toContain("site.yaml:1:1  warning  live/not-compared");
});

test("everything that a page has lost is cured at once", async () => {
  edit(
    "- { path: 2-email",
    "- { path: 2-a, page: info, heading: A }\n  - { path: 3-b, page: info, heading: B }\n  - { path: 4-email",
  );
  edit("mounts: [/quiz]", "mounts: [/first, /quiz]");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Before");
  edit(
    "  - { path: 2-a, page: info, heading: A }\n  - { path: 3-b, page: info, heading: B }\n",
    "",
  );
  edit("4-email", "2-email");
  edit("mounts: [/first, /quiz]", "mounts: [/first]");
  edit(
    "{ id: mood, ask: How are you?, options: [Good, Bad] }",
    "{ id: age, page: number, ask: How old are you?, min: 1, max: 99 }",
  );
  const { said, code } = await check({ against: "HEAD", fix: "all" });
  expect([said, code]).toEqual([expect.stringContaining("✓"), 0]);
  const text = readFileSync(quiz(), "utf8");
  expect(text).toContain("mounts: [/first, /quiz]");
  expect(text).toContain("\nforget: [mood]\n");
  expect(readFileSync(join(dir, "content/demo/brand.yaml"), "utf8")).toContain(
    `redirects:
  - { from: /first/2-a, to: /first/2-email }
  - { from: /first/3-b, to: /first/2-email }
`,
  );
});

test("links to a page that has another address lead to that one", async () => {
  edit(
    "- { path: 2-email",
    "- { path: 2-a, page: info, heading: A }\n  - { path: 3-email",
  );
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  edit("- { path: 2-a", "- { path: 2-b");
  await check({ against: "HEAD", fix: "all" });
  expect(readFileSync(join(dir, "content/demo/brand.yaml"), "utf8")).toContain(
    `redirects:
  - { from: /quiz/2-a, to: /quiz/2-b }
`,
  );
});

test("fixes are applied until nothing is left, and the rest is reported", async () => {
  edit("options: [Good, Bad]", "optoins: [Good, Bad], layout: gird");
  edit("2-email", "4-email");
  const { code, said } = await check({ fix: true });
  expect(said).toContain("demo/quiz.yaml: 3 mended");
  expect(code).toBe(0);
  expect(readFileSync(quiz(), "utf8")).toContain(
    "options: [Good, Bad], layout: grid",
  );
});
