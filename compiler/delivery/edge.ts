import {
  CALLS,
  CONTENT_TYPES,
  EVERYWHERE,
  FRESH,
  GONE,
  IMMUTABLE,
  IN_PRODUCTION,
} from "../shared/delivery.ts";
import {
  addressesOf,
  brandsOf,
  type Delivered,
  type DeliveryFile,
  hostsOf,
  type Place,
} from "./delivery.ts";

const BANNER =
  "// Written by `funnels build --for …`: made anew with each build. Changes here are lost.\n";
const HEADERS = { ...EVERYWHERE, ...IN_PRODUCTION };

/** A Worker with static assets: `npx wrangler deploy` in the folder. */
export function cloudflareFiles(
  build: Delivered,
  { root, api }: Place,
): DeliveryFile[] {
  const files = "(file, request) => env.ASSETS.fetch(file, request)";
  const program = `${commonProgram(build, api)}
export default {
  fetch: (request, env) => respond(request, ${files}),
};
`;
  const settings = {
    name: "funnels",
    main: "worker.mjs",
    compatibility_date: "2026-01-01",
    assets: {
      directory: root,
      binding: "ASSETS",
      html_handling: "none",
      run_worker_first: true,
    },
  };
  // Its folder holds more than may be seen.
  const hidden = "build.json\nlive.json\nserver\ndelivery\n*.br\n*.gz\n";
  return [
    { name: "worker.mjs", content: BANNER + program },
    { name: "wrangler.json", content: json(settings) },
    { name: "assetsignore", content: hidden },
  ];
}

/** An edge function before the files of a Netlify site. */
export function netlifyFiles(
  build: Delivered,
  { root, api }: Place,
): DeliveryFile[] {
  const files = "(file, asked) => context.next(new Request(file, asked))";
  const program = `${commonProgram(build, api)}
export default (request, context) => respond(request, ${files});
export const config = { path: "/*" };
`;
  const settings = `[build]\npublish = "${root}"\nedge_functions = "edge-functions"\n`;
  return [
    { name: "edge-functions/funnels.mjs", content: BANNER + program },
    { name: "netlify.toml", content: settings },
  ];
}

/**
 * Files in S3 behind CloudFront: a function for viewer requests with its table for a key value store, one for viewer
 * responses, and what each object is uploaded with.
 */
export function s3Files(build: Delivered, { root }: Place): DeliveryFile[] {
  const request = `import cf from "cloudfront";
const store = cf.kvs();
const look = (key) => store.get(key).catch(() => null);
${inlined(build.edge)}
async function handler(event) {
  const request = event.request;
  const header = (name) => (request.headers[name] ? request.headers[name].value : "");
  const query = Object.entries(request.querystring)
    .flatMap(([name, { value, multiValue }]) => (multiValue || [{ value }]).map((one) => (one.value === "" ? name : name + "=" + one.value)))
    .join("&");
  const told = { host: header("host"), told: header("x-host"), path: request.uri, query, secure: true };
  const answer = await decide(look, told);
  if (answer.location !== undefined)
    return { statusCode: answer.status, headers: { location: { value: answer.location }, "cache-control": { value: "${FRESH}" } } };
  request.uri = answer.file;
  return request;
}
`;
  const response = `function handler(event) {
  const { response } = event;
  const status = response.headers["x-amz-meta-status"];
  if (status !== undefined) response.statusCode = Number(status.value);
  Object.entries(${JSON.stringify(HEADERS)}).forEach(([name, value]) => {
    response.headers[name] = { value };
  });
  return response;
}
`;
  const data = Object.entries(tableOf(build)).map(([key, value]) => ({
    key,
    value,
  }));
  return [
    { name: "viewer-request.js", content: BANNER + request },
    { name: "viewer-response.js", content: BANNER + response },
    { name: "key-values.json", content: json({ data }) },
    { name: "upload.sh", content: uploadScript(build, root) },
  ];
}

/** What is done for every request, by `respond(request, files)`; `files` fetches a file of the build by its address. */
function commonProgram(build: Delivered, api: readonly string[]): string {
  return `${inlined(build.edge)}
const TABLE = ${JSON.stringify(tableOf(build))};
const HEADERS = ${JSON.stringify(HEADERS)};
const TYPES = ${JSON.stringify(CONTENT_TYPES)};
const CACHE = { asset: "${IMMUTABLE}", fresh: "${FRESH}" };
const CALLS = ${JSON.stringify(CALLS)};
const API = "${api[0] ?? ""}";
const look = async (key) => (Object.hasOwn(TABLE, key) ? TABLE[key] : null);

async function respond(request, files) {
  const url = new URL(request.url);
  const { pathname } = url;
  const isPage = request.method === "GET" || request.method === "HEAD";
  if (!isPage || CALLS.some((path) => (path.endsWith("/") ? (pathname + "/").startsWith(path) : pathname === path || pathname === path + "/"))) {
    const headers = new Headers(request.headers);
    headers.set("x-host", url.host);
    return fetch(new Request(new URL(pathname + url.search, API.includes("://") ? API : "https://" + API), new Request(request, { headers, redirect: "manual" })));
  }
  const answer = await decide(look, {
    host: url.host,
    told: request.headers.get("x-host") || "",
    path: pathname,
    query: url.search.slice(1),
    secure: url.protocol === "https:",
  });
  const headers = new Headers(HEADERS);
  if (answer.cache !== null) headers.set("cache-control", CACHE[answer.cache]);
  if (answer.location !== undefined) {
    headers.set("location", answer.location);
    return new Response(null, { status: answer.status, headers });
  }
  const asked = new Headers(request.headers);
  if (answer.status !== 200) for (const name of ["range", "if-none-match", "if-modified-since"]) asked.delete(name);
  const found = await files(new URL(answer.file, url), { method: request.method, headers: asked });
  if (found.status === 404 || found.status >= 500) {
    headers.set("cache-control", "${GONE.cacheControl}");
    headers.set("content-type", "${GONE.type}");
    return new Response("${GONE.body}", { status: 404, headers });
  }
  for (const [name, value] of found.headers) if (!headers.has(name) && name !== "last-modified") headers.set(name, value);
  const ending = answer.file.slice(answer.file.lastIndexOf("."));
  if (TYPES[ending] !== undefined) headers.set("content-type", TYPES[ending]);
  return new Response(found.body, { status: answer.status === 200 ? found.status : answer.status, headers });
}
`;
}

/** All that a request can lead to, by key: `host`, `moved`, `to`, `page`, `file`, `entry`, `step` and what it is of. */
export function tableOf({
  site,
  files,
  documents,
}: Delivered): Record<string, string> {
  const { redirects, entries, numbered } = addressesOf(site);
  return Object.fromEntries([
    ["default", site.defaultBrand],
    ...brandsOf(site).flatMap((brand) =>
      hostsOf(brand).map((host) => [`host ${host}`, brand.id]),
    ),
    ...site.redirectedHosts.map(({ from, to }) => [`moved ${from}`, to]),
    ...redirects.map(([key, to]) => [`to ${key}`, to]),
    ...documents.map((key) => [`page ${key}`, "1"]),
    ...brandsOf(site).flatMap(({ id }) =>
      files.map((path) => [`file ${id} ${path}`, "1"]),
    ),
    ...entries.map(([key, to]) => [`entry ${key}`, to]),
    ...numbered.map(([key, to]) => [`step ${key}`, to]),
  ]);
}

function inlined(edge: string): string {
  return edge.replaceAll(/^export /gm, "").replaceAll(/^ *\/\/.*\n/gm, "");
}

/** Types and cache rules go with the objects; a page that says that there is none says so by its metadata. */
function uploadScript({ site, files }: Delivered, root: string): string {
  const upload = (path: string, [ending, type]: Typed, cache: string) =>
    `aws s3 cp --recursive "$from/${path}" "s3://$bucket/${path}" --exclude "*" --include "*${ending}" --exclude "${NONE}" --content-type "${type}" --cache-control "${cache}"`;
  const types = Object.entries(CONTENT_TYPES);
  const ofBrands = types.filter(([ending]) =>
    [NONE, ...files].some((path) => path.endsWith(ending)),
  );
  return `#!/bin/sh
${BANNER.replace("//", "#")}# upload.sh BUCKET [FOLDER]: assets first, so that no page is there before what it needs.
set -eu
bucket=$1
from=\${2:-${root}}
${types.map((type) => upload("assets", type, IMMUTABLE)).join("\n")}
${brandsOf(site)
  .flatMap(({ id }) => [
    ...ofBrands.map((type) => upload(id, type, FRESH)),
    `aws s3 cp "$from/${id}/${NONE}" "s3://$bucket/${id}/${NONE}" --content-type "${CONTENT_TYPES[".html"]}" --cache-control "${FRESH}" --metadata status=404`,
  ])
  .join("\n")}
`;
}

type Typed = readonly [ending: string, type: string];
/** The page of a brand for addresses that none has. */
const NONE = "404.html";

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
