import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLACE } from "../compiler/delivery/delivery.ts";
import { TARGETS } from "../compiler/delivery/targets.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { type Answered, answersOf } from "./proxies/answered.ts";
import { type Asked, everythingAsked } from "./proxies/asked.ts";
import { builtHere } from "./proxies/start.ts";
import { type RunningServer, startServer } from "./testing/server.ts";

/**
 * The programs for the edges of networks, run here with a stand-in for what their networks give them: which page, which
 * redirect and which headers, against our own server. How files are packed, cut and revalidated is the network's.
 */
const NETWORKS = /accept-encoding|range|if-/;
/** A URL that is made of an address is spelled anew, and some are refused by whoever sends the request. */
const SPELLED = /%|\/\.|\[|\*|\{|^\/\?$|\/start\?$/;
const asked = everythingAsked().filter(
  ({ method, path, headers }) =>
    (method === "GET" || method === "HEAD") &&
    !NETWORKS.test(Object.keys(headers).join()) &&
    !SPELLED.test(path) &&
    !/^\/(?:healthz|api|ai-api|admin|readyz)/.test(path) &&
    !/^\/assets\/$|\.gz$/.test(path),
);
const DIST = join(ROOT, "dist");
const folder = mkdtempSync(join(tmpdir(), "funnels-edge-"));
const place = { ...PLACE, root: DIST, api: ["api.example"] };
let server: RunningServer;
let ours: Answered[];
beforeAll(async () => {
  server = await startServer(undefined, { NODE_ENV: "production" });
  ours = await answersOf(server.port, asked);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A file as a network has it: found by its exact address. */
function fileAt(address: string | URL): Response {
  const { pathname } = new URL(address);
  try {
    return new Response(readFileSync(join(DIST, decodeURIComponent(pathname))));
  } catch {
    return new Response(null, { status: 404 });
  }
}

async function programOf(name: string, content: string) {
  const file = join(folder, name);
  writeFileSync(file, content);
  return import(pathToFileURL(file).href);
}

function requestOf({ method, host, path, headers }: Asked): Request {
  const secure = headers["x-forwarded-proto"] === "https";
  return new Request(`${secure ? "https" : "http"}://${host}${path}`, {
    method,
    headers,
  });
}

const COMPARED = [
  "cache-control",
  "content-security-policy",
  "content-type",
  "location",
  "permissions-policy",
  "referrer-policy",
  "strict-transport-security",
];

describe.each(["cloudflare", "netlify"] as const)("%s", (target) => {
  test(`answers ${asked.length} requests as our own server does`, async () => {
    const files = TARGETS[target](builtHere(), place);
    const { content = "" } =
      files.find(({ name }) => name.endsWith(".mjs")) ?? {};
    const program = await programOf(`${target}.mjs`, content);
    const env = { ASSETS: { fetch: fileAt } };
    const context = { next: ({ url }: Request) => fileAt(url) };
    const respond = (request: Request): Promise<Response> =>
      target === "cloudflare"
        ? program.default.fetch(request, env)
        : program.default(request, context);
    const different: string[] = [];
    for (const [at, one] of asked.entries()) {
      const our = ours[at];
      const their = await respond(requestOf(one));
      const body = Buffer.from(await their.arrayBuffer());
      const hash = createHash("sha256").update(body).digest("hex");
      const parts = [
        ...(our?.status === their.status ? [] : ["status"]),
        ...(one.method === "HEAD" || our?.body === `${body.length} ${hash}`
          ? []
          : ["body"]),
        ...COMPARED.filter(
          (name) => (our?.headers[name] ?? null) !== their.headers.get(name),
        ),
      ];
      if (parts.length > 0)
        different.push(`${one.host}${one.path}: ${parts.join()}`);
    }
    expect(different).toEqual([]);
  });
});

test("CloudFront is led to the same files and addresses", async () => {
  const files = TARGETS.s3(builtHere(), place);
  const textOf = (name: string) =>
    files.find((file) => file.name === name)?.content ?? "";
  const { data } = JSON.parse(textOf("key-values.json"));
  const table = new Map<string, string>();
  for (const { key, value } of data) table.set(key, value);
  Object.assign(globalThis, {
    cf: {
      kvs: () => ({
        get: (key: string) =>
          table.has(key)
            ? Promise.resolve(table.get(key))
            : Promise.reject(new Error("no such key")),
      }),
    },
  });
  const program = textOf("viewer-request.js").replace(/^import .*$/m, "");
  expect(program.length).toBeLessThan(10_000);
  const { handler } = await programOf(
    "viewer-request.mjs",
    `${program}\nexport { handler };\n`,
  );
  const different: string[] = [];
  for (const [at, one] of asked.entries()) {
    const [path = "", query = ""] = one.path.split("?");
    const querystring = Object.fromEntries(
      query
        .split("&")
        .filter((pair) => pair !== "")
        .map((pair) => pair.split("="))
        .map(([name, value = ""]) => [name, { value }]),
    );
    const headers = {
      host: { value: one.host },
      "x-host": { value: one.headers["x-host"] ?? "" },
    };
    const answer = await handler({
      request: { uri: path, headers, querystring },
    });
    const our = ours[at];
    const location = our?.headers["location"]?.replace("http://", "https://");
    const led = answer.headers.location?.value;
    if (location !== led) different.push(`${one.path}: ${location}, ${led}`);
    if (led !== undefined) continue;
    const body = Buffer.from(
      await fileAt(`http://a${answer.uri}`).arrayBuffer(),
    );
    const hash = createHash("sha256").update(body).digest("hex");
    const isThere = our?.body === `${body.length} ${hash}`;
    const isGone = our?.status === 404 && answer.uri.startsWith("/assets/");
    if (one.method === "GET" && !isThere && !isGone)
      different.push(`${one.path}: ${answer.uri}`);
    if ((our?.status === 404) !== (isGone || answer.uri.endsWith("/404.html")))
      different.push(`${one.path}: ${our?.status}, ${answer.uri}`);
  }
  expect(different).toEqual([]);
});
