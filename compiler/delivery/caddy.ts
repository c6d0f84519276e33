import { HOST_PREFIX } from "../shared/host-prefix.ts";
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
  REQUEST_ID,
} from "../shared/delivery.ts";
import { NEUTRAL_NAME } from "../shared/address.ts";
import {
  addressesOf,
  apiHostPatterns,
  AWAY,
  brandsOf,
  byType,
  type Delivered,
  type DeliveryFile,
  escaped,
  hostsOf,
  type Place,
} from "./delivery.ts";

const BANNER =
  "# Written by `funnels build --for caddy`: made anew with each build. Changes here are lost.\n";

/**
 * The site for Caddy 2.6 or newer: `funnels.caddy` is a snippet to be imported, and `Caddyfile` imports it for every
 * host of the site, with certificates.
 */
export function caddyFiles(build: Delivered, place: Place): DeliveryFile[] {
  const { site } = build;
  const hosts = [
    ...brandsOf(site).flatMap((brand) => brand.hosts),
    ...site.redirectedHosts.map(({ from }) => from),
  ];
  const whole = `import funnels.caddy\n\n${block(hosts.join(", "), ["import funnels"])}\n`;
  return [
    { name: "funnels.caddy", content: BANNER + snippet(build, place) },
    { name: "Caddyfile", content: BANNER + whole },
  ];
}

function snippet(build: Delivered, place: Place): string {
  const proxy = block(`reverse_proxy ${place.api.join(" ")}`, [
    "lb_try_duration 2s",
    "fail_duration 2s",
    "header_up X-Request-Id {funnels_request}",
  ]);
  const calls = CALLS.flatMap((path) =>
    path.endsWith("/") ? [path.slice(0, -1), `${path}*`] : [path, `${path}/`],
  );
  return `${block("(funnels)", [
    ...brandVariables(build),
    ...requestVariables(build),
    ...pathVariables(build),
    block("route", [
      `@calls path ${calls.join(" ")}`,
      block("handle @calls", [proxy]),
      "@others not method GET HEAD",
      block("handle @others", [proxy]),
      handle("", pages(place)),
    ]),
    block("handle_errors", [
      'header Retry-After "5"',
      'header Content-Type "application/problem+json"',
      "header Cache-Control no-store",
      `respond ${quoted(AWAY)} 503`,
    ]),
  ])}\n`;
}

/** What is looked up when it is asked for: whose host it is. */
function brandVariables(build: Delivered): string[] {
  const { site } = build;
  const ofHost = brandsOf(site).map((brand) => {
    const names = hostsOf(brand).map(escaped).join("|");
    const host = String.raw`~(?i)^${HOST_PREFIX}(?:${names})\.?(?::[0-9]+)?$`;
    return [host, brand.id] as const;
  });
  return [
    map("{host}", ["funnels_host_brand"], ofHost, [""]),
    map("{http.request.header.X-Host}", ["funnels_told_brand"], ofHost, [
      site.defaultBrand,
    ]),
    map(
      "{funnels_host_brand}|{funnels_told_brand}",
      ["funnels_brand"],
      [
        ["~^[|](.*)$", "${1}"],
        ["~^([^|]+)[|]", "${1}"],
      ],
      [site.defaultBrand],
    ),
    map(
      "{http.request.hostport}|{http.request.header.X-Host}",
      ["funnels_pageless"],
      apiHostPatterns(build).map((host) => [`~(?i)${host}`, "yes"]),
      [""],
    ),
  ];
}

/** What the request says by itself. */
function requestVariables({ site }: Delivered): string[] {
  const moved = site.redirectedHosts.map(
    ({ from, to }) =>
      [String.raw`~(?i)^${HOST_PREFIX}${escaped(from)}\.?$`, to] as const,
  );
  return [
    map("{host}", ["funnels_moved"], moved, [""]),
    map(
      "{http.request.header.X-Forwarded-Proto}",
      ["funnels_scheme"],
      [["https", "https"]],
      ["{http.request.scheme}"],
    ),
    map(
      "{http.request.orig_uri.query}",
      ["funnels_query"],
      [["~^(.+)$", "?${1}"]],
      [""],
    ),
    map("{path}", ["funnels_path"], [["~^/*(.*?)/*$", "/${1}"]], ["{path}"]),
    map(
      "{funnels_path}",
      ["funnels_parent", "funnels_name"],
      [
        [`~^(.*)/[0-9]+-${NEUTRAL_NAME}$`, "${1}", ""],
        ["~^(.*)/[0-9]+-([^/]+)$", "${1}", "${2}"],
        ["~^(.*)/[^/]*$", "${1}", ""],
      ],
      ["", ""],
    ),
    map(
      "{http.request.header.X-Request-Id}",
      ["funnels_request"],
      [[`~(${REQUEST_ID.source})`, "${1}"]],
      ["{http.request.uuid}"],
    ),
    map(
      "{path}",
      ["funnels_type"],
      [...byType(CONTENT_TYPES)].map(([type, endings]) => [
        String.raw`~\.(?:${endings.join("|")})$`,
        type,
      ]),
      [OTHER_TYPE],
    ),
  ];
}

/** Where the path leads in its brand. */
function pathVariables({ site }: Delivered): string[] {
  const { redirects, entries, numbered } = addressesOf(site);
  return [
    map("{funnels_brand} {funnels_path}", ["funnels_redirect"], redirects, [
      "",
    ]),
    map("{funnels_brand} {funnels_parent}", ["funnels_entry"], entries, [""]),
    map(
      "{funnels_brand} {funnels_parent} {funnels_name}",
      ["funnels_numbered"],
      numbered,
      [""],
    ),
  ];
}

function pages({ root }: Place): string[] {
  const here = (folder: string) => [
    `root * ${folder}`,
    ...served("{path}", IMMUTABLE, "{funnels_type}"),
  ];
  return [
    block("header", [
      ...Object.entries({ ...EVERYWHERE, ...IN_PRODUCTION }).map(
        ([name, value]) => `${name} ${quoted(value)}`,
      ),
      "x-request-id {funnels_request}",
    ]),
    "# Times of files differ from machine to machine; their tag stands for them.",
    "request_header -If-Modified-Since",
    "@moved not vars {funnels_moved} ``",
    handle("@moved", [
      "redir {funnels_scheme}://{funnels_moved}{http.request.orig_uri} 301",
    ]),
    "@units {\n\theader Range *\n\tnot header Range bytes=*\n}",
    "request_header @units -Range",
    "@part header Range *",
    "uri path_regexp /{2,} /",
    handle("/assets/*", [
      block("@kept file", [`root ${root}`, "try_files {path}"]),
      handle("@kept", here(root)),
      ...GONE_LINES,
    ]),
    "@pageless not vars {funnels_pageless} ``",
    handle("@pageless", GONE_LINES),
    `root * ${root}/{funnels_brand}`,
    "@redirect not vars {funnels_redirect} ``",
    handle("@redirect", redirect("{funnels_redirect}", 302)),
    block("@document file", ["try_files {funnels_path}/index.html"]),
    handle("@document", [
      "@spelled expression `{http.request.orig_uri.path} != {funnels_path}`",
      handle("@spelled", redirect("{funnels_path}", 301)),
      ...served("{funnels_path}/index.html", FRESH, HTML),
    ]),
    block("@file", ["file {funnels_path}", "not path / *.html *.br *.gz"]),
    handle("@file", served("{funnels_path}", FRESH, "{funnels_type}")),
    // Its expressions have no look ahead.
    block("@nofile", [
      `path_regexp (?i)${NAMES_A_FILE.source.replace("(?!html$)", "")}`,
      "not path *.html",
    ]),
    handle("@nofile", GONE_LINES),
    "@numbered not vars {funnels_numbered} ``",
    handle("@numbered", redirect("{funnels_numbered}", 302)),
    "@entry not vars {funnels_entry} ``",
    handle("@entry", redirect("{funnels_entry}", 302)),
    "# The page that says so is no page to be asked for in parts, or if it has changed.",
    "request_header -Range",
    "request_header -If-None-Match",
    ...served("/404.html", FRESH, HTML, 404),
  ];
}

const HTML = CONTENT_TYPES[".html"] ?? OTHER_TYPE;

const GONE_LINES: readonly string[] = [
  `header Content-Type ${quoted(GONE.type)}`,
  `header Cache-Control ${GONE.cacheControl}`,
  `respond ${quoted(GONE.body)} 404`,
];

/** A file in the form that the browser takes; a part is cut from the file itself. */
function served(
  path: string,
  cacheControl: string,
  type: string,
  status = 200,
): string[] {
  const options = [
    "disable_canonical_uris",
    ...(status === 200 ? [] : [`status ${status}`]),
  ];
  return [
    block("header", [
      `Content-Type ${quoted(type)}`,
      `Cache-Control ${quoted(cacheControl)}`,
      "Vary accept-encoding",
      "-Last-Modified",
      "defer",
    ]),
    `rewrite * ${path}`,
    handle("@part", [block("file_server", options)]),
    handle("", [block("file_server", [...options, "precompressed br gzip"])]),
  ];
}

function redirect(to: string, status: 301 | 302): string[] {
  return [
    `header Cache-Control ${FRESH}`,
    `redir ${to}{funnels_query} ${status}`,
  ];
}

function map(
  from: string,
  to: readonly string[],
  entries: readonly (readonly string[])[],
  preset: readonly string[],
): string {
  const names = to.map((name) => `{${name}}`).join(" ");
  return block(`map ${quoted(from)} ${names}`, [
    ...entries.map((words) => words.map(quoted).join(" ")),
    `default ${preset.map(quoted).join(" ")}`,
  ]);
}

/** A text that ends where it ends, whatever is in it. */
function quoted(text: string): string {
  if (text.includes("`")) throw new Error(`Caddy cannot be told of ${text}`);
  return `\`${text}\``;
}

/** Takes the request if it matches and nobody before has; what is in it is done in this order. */
function handle(matcher: string, lines: readonly string[]): string {
  return block(`handle ${matcher}`.trim(), [block("route", lines)]);
}

function block(head: string, lines: readonly string[]): string {
  const inner = lines.flatMap((line) => line.split("\n"));
  return `${head} {\n${inner.map((line) => `\t${line}\n`).join("")}}`;
}
