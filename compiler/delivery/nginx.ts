import {
  CALLS,
  CONTENT_TYPES,
  EVERYWHERE,
  FRESH,
  GONE,
  IMMUTABLE,
  IN_PRODUCTION,
  NAMES_A_FILE,
  OTHER_TYPE,
} from "../shared/delivery.ts";
import {
  AWAY,
  byType,
  type Delivered,
  type DeliveryFile,
  type Place,
} from "./delivery.ts";
import { nginxMaps } from "./nginx-maps.ts";

const BANNER =
  "# Written by `funnels build --for nginx`: made anew with each build. Changes here are lost.\n";
/** The largest body that a call takes is a photograph. */
const BODY_MAX = "10m";
/**
 * Files that stay open from answer to answer: the documents that campaigns lead to. Asking the disk for each of them
 * anew takes a quarter of an answer's time. A worker may have 1,024 files and connections open unless told otherwise.
 */
const OPEN_FILES = 200;
/** How long a worker goes on with a file of the build before, where nobody reloads it. */
const STALE_S = 1;
/** Longer than the API itself takes for anything. */
const READ_S = 35;

/**
 * The site for nginx 1.19 or newer, as it comes: `http.conf` for its `http` block, and `server.conf` for each `server`
 * block that visitors reach it by.
 */
export function nginxFiles(build: Delivered, place: Place): DeliveryFile[] {
  return [
    { name: "http.conf", content: BANNER + httpBlock(build, place) },
    { name: "server.conf", content: BANNER + serverBlock(build, place) },
  ];
}

function httpBlock(build: Delivered, { api }: Place): string {
  return [
    "map_hash_bucket_size 256;",
    `open_file_cache max=${OPEN_FILES} inactive=60s;`,
    `open_file_cache_valid ${STALE_S}s;`,
    `upstream funnels_api {\n${api.map((address) => `  server ${address} max_fails=3 fail_timeout=2s;\n`).join("")}  keepalive 32;\n}`,
    ...nginxMaps(build),
    `log_format funnels escape=json '${LOG_LINE}';`,
    "",
  ].join("\n");
}

/** As our own server's, but for the route of a call: neither query nor body, and the path as others may know it. */
const LOG_LINE = [
  '{"time":"$time_iso8601","message":"request","method":"$request_method"',
  '"path":"$funnels_logged","status":$status,"brand":"$funnels_brand"',
  '"seconds":$request_time,"request":"$funnels_request"}',
].join();

function serverBlock(build: Delivered, place: Place): string {
  const call = CALLS.map((path) =>
    path.endsWith("/") ? `${path.slice(1, -1)}(?:/.*)?` : `${path.slice(1)}/?`,
  );
  return [
    "# `listen` and certificates are the server block's own. So may the log be, in this format: any other would keep what",
    "# visitors typed and which pages their answers led to.",
    `access_log ${place.log} funnels;`,
    `root ${place.root};`,
    "absolute_redirect off;",
    "etag on;",
    "if_modified_since off;",
    `client_max_body_size ${BODY_MAX};`,
    ...Object.entries({ ...EVERYWHERE, ...IN_PRODUCTION }).map(
      ([name, value]) => `add_header ${name} "${value}" always;`,
    ),
    "add_header cache-control $funnels_cache always;",
    "add_header vary $funnels_vary always;",
    "add_header content-encoding $funnels_coding always;",
    "add_header x-request-id $funnels_request always;",
    // Times of files differ from machine to machine; their tag stands for them.
    'add_header last-modified "";',
    'set $funnels_cache "";',
    'set $funnels_vary "";',
    "# In a location, an `if` would take the place of what follows it.",
    'set $funnels_spelled "";',
    `if (-f ${place.root}/$funnels_brand$funnels_path/index.html) { set $funnels_spelled $funnels_spare; }`,
    "error_page 404 /.funnels/404;",
    "error_page 418 = @funnels_call;",
    location(`~ ^/(?:${call.join("|")})$`, CALL_LINES),
    location("@funnels_call", CALL_LINES),
    location("@funnels_away", [
      "types { }",
      "default_type application/problem+json;",
      "set $funnels_cache no-store;",
      "add_header retry-after 5 always;",
      "add_header cache-control no-store always;",
      `return 503 '${AWAY}';`,
    ]),
    ...assetLocations(),
    ...pageLocations(build, place),
    "",
  ].join("\n");
}

/** The form of a file that the browser takes, else the file itself. */
function formsOf(path: string): string {
  return `${path}$funnels_first ${path}$funnels_second ${path}`;
}

function assetLocations(): string[] {
  const tries = `${formsOf("$uri")} @funnels_gone`;
  const byEnding = [...byType(CONTENT_TYPES)].map(([type, endings]) =>
    location(String.raw`~ ^/assets/.+\.(?:${endings.join("|")})$`, [
      ...asFile(type, IMMUTABLE),
      `try_files ${tries};`,
    ]),
  );
  return [
    ...byEnding,
    location("/assets/", [
      ...asFile(OTHER_TYPE, IMMUTABLE),
      `try_files ${tries};`,
    ]),
    location("@funnels_gone", GONE_LINES),
  ];
}

function pageLocations({ files }: Delivered, { root }: Place): string[] {
  const inBrand = `root ${root}/$funnels_brand;`;
  return [
    ...files.map((path) =>
      location(`= ${path}`, [
        ...onPage(),
        inBrand,
        ...asFile(typeOf(path), FRESH),
        `try_files ${formsOf(path)} @funnels_absent;`,
      ]),
    ),
    location("/", [
      ...onPage(),
      inBrand,
      "if ($funnels_spelled) { return 301 $funnels_path$is_args$args; }",
      ...asFile(typeOf(".html"), FRESH),
      `try_files ${formsOf("$funnels_path/index.html")} @funnels_absent;`,
    ]),
    location("@funnels_absent", [
      `if ($funnels_path ~* "${NAMES_A_FILE.source}") { rewrite ^ /.funnels/gone last; }`,
      `set $funnels_cache "${FRESH}";`,
      'set $funnels_vary "";',
      "if ($funnels_fallback) { return 302 $funnels_fallback$is_args$args; }",
      "return 404;",
    ]),
    location("= /.funnels/gone", ["internal;", ...GONE_LINES]),
    location("= /.funnels/404", [
      "internal;",
      inBrand,
      ...asFile(typeOf(".html"), FRESH),
      `try_files ${formsOf("/404.html")} =404;`,
    ]),
  ];
}

const GONE_LINES: readonly string[] = [
  "types { }",
  `default_type "${GONE.type}";`,
  `set $funnels_cache ${GONE.cacheControl};`,
  'set $funnels_vary "";',
  `return 404 "${GONE.body}";`,
];

const CALL_LINES: readonly string[] = [
  "# It says all of this itself; a header of its own keeps these away.",
  'add_header x-funnels "";',
  "proxy_pass http://funnels_api;",
  "proxy_http_version 1.1;",
  'proxy_set_header connection "";',
  "proxy_set_header host $http_host;",
  "proxy_set_header x-forwarded-for $remote_addr;",
  "proxy_set_header x-forwarded-proto $funnels_scheme;",
  "proxy_set_header x-request-id $funnels_request;",
  "proxy_connect_timeout 2s;",
  `proxy_read_timeout ${READ_S}s;`,
  "error_page 502 504 = @funnels_away;",
];

/** What comes before a page or a file of a brand is looked for. */
function onPage(): string[] {
  return [
    "if ($request_method !~ ^(?:GET|HEAD)$) { return 418; }",
    "if ($funnels_pageless) { rewrite ^ /.funnels/gone last; }",
    "if ($funnels_moved) { return 301 $funnels_scheme://$funnels_moved$request_uri; }",
    `set $funnels_cache "${FRESH}";`,
    "if ($funnels_redirect) { return 302 $funnels_redirect$is_args$args; }",
  ];
}

function asFile(type: string, cacheControl: string): string[] {
  return [
    "types { }",
    `default_type "${type}";`,
    `set $funnels_cache "${cacheControl}";`,
    "set $funnels_vary accept-encoding;",
  ];
}

function typeOf(path: string): string {
  return CONTENT_TYPES[path.slice(path.lastIndexOf("."))] ?? OTHER_TYPE;
}

function location(match: string, lines: readonly string[]): string {
  return `location ${match} {\n${lines.map((line) => `  ${line}\n`).join("")}}`;
}
