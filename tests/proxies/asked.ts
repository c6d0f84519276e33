import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { readBuildFile } from "../../server/static/build-file.ts";
import type { SiteBrand } from "../../server/site.ts";

/** A request as it is sent to each server. */
export interface Asked {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const DIST = join(ROOT, "dist");
const PACKED = { "accept-encoding": "gzip, deflate, br" };

const get = (
  host: string,
  path: string,
  headers: Asked["headers"] = PACKED,
  method = "GET",
): Asked => ({ method, host, path, headers });

/** Every address of every brand, every redirect and fallback, hosts by all their names, and what nobody has. */
export function everythingAsked(): Asked[] {
  const { site } = readBuildFile(
    readFileSync(join(DIST, "build.json"), "utf8"),
  );
  const brands = Object.values(site.brands);
  return [
    ...brands.flatMap(ofBrand),
    ...assets().flatMap((path) => [
      get("calm.localhost", path),
      get("calm.localhost", path, {}),
    ]),
    ...site.redirectedHosts.flatMap(({ from }) => moved(from)),
    ...brands.flatMap(ofHosts),
    ...variants("calm.localhost", "/quiz-adhd/start"),
    ...variants("calm.localhost", "/sw.js"),
    ...variants("calm.localhost", "/nothing"),
    ...variants("calm.localhost", "/assets/gone-1a2b.js"),
    ...variants("calm.localhost", scriptOf(assets())),
    ...ODD.map((path) => get("calm.localhost", path)),
    ...CALLS.map((path) => get("calm.localhost", path)),
    get("somewhere.example", "/quiz-adhd/start", { "x-host": "calm.example" }),
    get("calm.example", "/quiz-adhd/start", { "x-host": "woo.example" }),
    get("somewhere.example", "/", {}),
    ...["POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map((method) =>
      get("calm.localhost", "/quiz-adhd/start", {}, method),
    ),
  ];
}

function ofBrand(brand: SiteBrand): Asked[] {
  const host = `${brand.id}.localhost`;
  const documents = documentsOf(brand.id);
  const known = [...documents, ...Object.keys(brand.redirects), "/404", "/"];
  return [
    ...known.flatMap((path) => [
      get(host, path),
      get(host, path, { "accept-encoding": "gzip" }),
      get(host, path, {}),
      get(host, `${path}?utm_source=a&x=%20b`),
      get(host, path, PACKED, "HEAD"),
    ]),
    ...known.flatMap((path) =>
      path === "/" ? [] : [get(host, `${path}/`), get(host, `/${path}?a=b`)],
    ),
    ...brand.fallbacks.flatMap(({ mount, numbered = {} }) => [
      get(host, `${mount}/zzz?a=b`),
      get(host, `${mount}/zzz/`),
      get(host, `${mount}/zzz/deeper`),
      get(host, `${mount}/7-nothing`),
      ...Object.keys(numbered).map((name) => get(host, `${mount}/98-${name}`)),
      get(host, `${mount}/98-step`),
    ]),
    get(host, "/sw.js"),
    get(host, "/nothing/at/all"),
  ];
}

function ofHosts(brand: SiteBrand): Asked[] {
  return brand.hosts.flatMap((host) =>
    [
      host,
      host.toUpperCase(),
      `www.${host}`,
      `testing.${host}`,
      `www.staging-${host}`,
      `${host}:8443`,
      `${host}.`,
      `not${host}`,
      `${host}.evil.example`,
    ].map((name) => get(name, "/oto")),
  );
}

/** Where the API is, apart from pages. */
export const API_HOST = "api.example";

/** What is asked for there. */
export function askedOfApi(): Asked[] {
  const hosts = [API_HOST, API_HOST.toUpperCase(), `${API_HOST}.`];
  const paths = ["/", "/quiz-adhd/start", "/quiz", "/sw.js", "/nothing.js"];
  return [
    ...hosts.flatMap((host) => [
      ...paths.flatMap((path) => [
        get(host, path),
        get(host, `${path}?a=b`, {}, "HEAD"),
      ]),
      ...CALLS.map((path) => get(host, path)),
      get(host, scriptOf(assets())),
    ]),
    get(`${API_HOST}:443`, "/quiz-adhd/start"),
    get(`${API_HOST}:8443`, "/quiz-adhd/start"),
    get(`www.${API_HOST}`, "/quiz-adhd/start"),
    get(API_HOST, "/quiz-adhd/start", { "x-host": "calm.example" }),
  ];
}

function moved(from: string): Asked[] {
  const secure = { "x-forwarded-proto": "https" };
  // Where nothing tells, the others know by themselves how they were reached.
  const plain = { "x-forwarded-proto": "http" };
  return [from, `www.${from}`, `testing.${from}`].flatMap((host) => [
    get(host, "/free?utm_source=x&email=a%40b", plain),
    get(host, "/", secure),
    get(host, "//evil.example/x", secure),
    get(host, "/free", plain, "HEAD"),
    get(host, "/healthz", {}),
  ]);
}

/** What caches and players ask for: parts, only if changed, packed in many ways. */
function variants(host: string, path: string): Asked[] {
  return [
    ...[
      "br, gzip",
      "gzip;q=1, BR;q=0.5",
      "br;q=0",
      "br; q=0.000, gzip",
      "br;q=0, gzip;q=0",
      "x-gzip",
      "*",
      "identity",
      ",;, ;q=1",
    ].map((accept) => get(host, path, { "accept-encoding": accept })),
    ...[
      "bytes=0-5",
      "bytes=-3",
      "bytes=20-",
      "bytes=99999999-",
      "lines=1-2",
    ].flatMap((range) => [
      get(host, path, { range }),
      get(host, path, { range, ...PACKED }),
      get(host, path, { range }, "HEAD"),
    ]),
    ...['"another"', "*", SAME].flatMap((tag) => [
      get(host, path, { "if-none-match": tag, ...PACKED }),
      get(host, path, { "if-none-match": tag }, "HEAD"),
    ]),
    get(host, path, { "if-modified-since": "Fri, 31 Dec 2100 00:00:00 GMT" }),
  ];
}

/** Stands for the tag that the asked server itself gave. */
export const SAME = "(its own)";

const ODD = [
  "/?",
  "/*",
  "/quiz-adhd/*",
  "/quiz-adhd/[a-z]*",
  "/{funnels_brand}/x",
  "/quiz-adhd/start?",
  "/quiz-adhd/START",
  "/QUIZ-ADHD",
  "/quiz-adhd/start/index.html",
  "/quiz-adhd/start/index.html.gz",
  "/404.html",
  "/.funnels/404",
  "/build.json",
  "/live.json",
  "/server/main.mjs",
  "/delivery/nginx/http.conf",
  "/calm/404.html",
  "/assets",
  "/assets/",
  "/%71uiz-adhd/start",
  "/quiz-adhd/%2e%2e/%2e%2e/build.json",
  "/../build.json",
  "/assets/../../build.json",
  "/assets/..%2f..%2fbuild.json",
  "/..%2f..%2fbuild.json",
  "/..%5c..%5cbuild.json",
  "/%",
  "/quiz-adhd/%zz",
  "/%ff",
  "/a%00b",
  "/quiz-adhd/%0d%0aset-cookie:a=b",
  "/constructor",
  "/__proto__",
  `/${"x".repeat(2_000)}`,
];

const CALLS = [
  "/healthz",
  "/readyz",
  "/api/healthz",
  "/api/nothing",
  "/ai-api/nothing",
  "/api/openapi.json",
  "/api",
  "/apis",
  "/admin",
];

function documentsOf(brand: string): string[] {
  return filesBelow(join(DIST, brand))
    .filter((path) => path.endsWith("/index.html"))
    .map((path) => path.slice(0, -"/index.html".length) || "/");
}

function assets(): string[] {
  return filesBelow(join(DIST, "assets"))
    .filter((path) => !/\.(?:br|gz)$/.test(path))
    .map((path) => `/assets${path}`);
}

function scriptOf(paths: readonly string[]): string {
  return paths.find((path) => path.endsWith(".js")) ?? "";
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .toSorted();
}
