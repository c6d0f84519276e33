import { HOST_PREFIX } from "../shared/host-prefix.ts";
import { NEUTRAL_NAME } from "../shared/address.ts";
import { CALLS } from "../shared/delivery.ts";
import {
  addressesOf,
  apiHostPatterns,
  brandsOf,
  type Delivered,
  escaped,
  hostsOf,
} from "./delivery.ts";

/** What nginx looks up when it is asked for: variables of the `http` block. */
export function nginxMaps(build: Delivered): string[] {
  return [
    ...hostMaps(build),
    ...pathMaps(),
    ...addressMaps(build),
    ...codingMaps(),
    ...logMaps(),
  ];
}

function hostMaps(build: Delivered): string[] {
  const { site } = build;
  const hostRules = brandsOf(site).map((brand) => {
    const names = hostsOf(brand).map(escaped).join("|");
    return [`^${HOST_PREFIX}(?:${names})`, brand.id] as const;
  });
  return [
    "# Whose host it is: as it stands, or as a proxy in front says.",
    map(
      "$host",
      "$funnels_host_brand",
      '""',
      hostRules.map(([host, id]) => entry(`~${host}$`, id)),
    ),
    map(
      "$http_x_host",
      "$funnels_told_brand",
      site.defaultBrand,
      hostRules.map(([host, id]) =>
        entry(String.raw`~*${host}\.?(?::\d+)?$`, id),
      ),
    ),
    map("$funnels_host_brand", "$funnels_brand", "$funnels_host_brand", [
      entry("", "$funnels_told_brand"),
    ]),
    "# The host that has the calls alone.",
    map(
      '"$http_host|$http_x_host"',
      "$funnels_pageless",
      '""',
      apiHostPatterns(build).map((host) => entry(`~*${host}`, "1")),
    ),
    "# Hosts that have moved.",
    map(
      "$host",
      "$funnels_moved",
      '""',
      site.redirectedHosts.map(({ from, to }) =>
        entry(`~^${HOST_PREFIX}${escaped(from)}$`, to),
      ),
    ),
    map("$http_x_forwarded_proto", "$funnels_scheme", "$scheme", [
      entry("https", "https"),
    ]),
  ];
}

function pathMaps(): string[] {
  return [
    "# The path without spare slashes, what it lies below, and its name behind a number.",
    map("$uri", "$funnels_path", "$uri", [
      entry("~^(?<funnels_bare>/.*?[^/])/+$", "$funnels_bare"),
    ]),
    map("$request_uri", "$funnels_spare", '""', [
      entry("~^[^?]*//", "1"),
      entry(String.raw`~^/[^?]+/(?:\?|$)`, "1"),
    ]),
    map("$funnels_path", "$funnels_parent", '""', [
      entry("~^(?<funnels_above>.*)/[^/]*$", "$funnels_above"),
    ]),
    map("$funnels_path", "$funnels_name", '""', [
      entry(String.raw`~/\d+-${NEUTRAL_NAME}$`, ""),
      entry(String.raw`~/\d+-(?<funnels_behind>[^/]+)$`, "$funnels_behind"),
    ]),
  ];
}

function addressMaps({ site }: Delivered): string[] {
  const { redirects, entries, numbered } = addressesOf(site);
  const rules = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([key, to]) => entry(`~^${escaped(key)}$`, to));
  return [
    "# Where addresses lead, and where unknown ones do.",
    map(
      '"$funnels_brand $funnels_path"',
      "$funnels_redirect",
      '""',
      rules(redirects),
    ),
    map(
      '"$funnels_brand $funnels_parent"',
      "$funnels_entry",
      '""',
      rules(entries),
    ),
    map(
      '"$funnels_brand $funnels_parent $funnels_name"',
      "$funnels_fallback",
      "$funnels_entry",
      rules(numbered),
    ),
  ];
}

function codingMaps(): string[] {
  const coded = (name: string) =>
    String.raw`~*^\|(?:.*,)?\s*${name}\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:[,;]|$)))`;
  return [
    "# Packed forms of a file, none for a part of it; what is found tells which one it was.",
    map('"$http_range|$http_accept_encoding"', "$funnels_first", '""', [
      entry(coded("br"), ".br"),
      entry(coded("gzip"), ".gz"),
    ]),
    map('"$http_range|$http_accept_encoding"', "$funnels_second", '""', [
      entry(coded("gzip"), ".gz"),
    ]),
    map('"$funnels_path $uri"', "$funnels_coding", '""', [
      entry(String.raw`~\.(?:br|gz) `, ""),
      entry(String.raw`~\.br$`, "br"),
      entry(String.raw`~\.gz$`, "gzip"),
    ]),
    map("$http_x_request_id", "$funnels_request", "$request_id", [
      entry("~^[A-Za-z0-9_-]{8,64}$", "$http_x_request_id"),
    ]),
  ];
}

/** What the log calls a request. */
function logMaps(): string[] {
  const areas = CALLS.filter((path) => path.endsWith("/"));
  return [
    "# The path as others may know it: nothing that was typed into it, no sensitive step, of a call no id.",
    map("$funnels_path", "$funnels_logged", "$funnels_path", [
      ...areas.map((path) => entry(`~^${path}`, path)),
      entry("~*@|%40", "(hidden)"),
      entry(
        String.raw`~^(?<funnels_up_to>.*)/\d+-${NEUTRAL_NAME}$`,
        `$funnels_up_to/${NEUTRAL_NAME}`,
      ),
    ]),
  ];
}

function map(
  from: string,
  to: string,
  preset: string,
  entries: readonly string[],
): string {
  const lines = [`default ${preset};`, ...entries];
  return `map ${from} ${to} {\n${lines.map((line) => `  ${line}\n`).join("")}}`;
}

/** A key and its value; nothing in them can end the text they stand in. */
function entry(key: string, value: string): string {
  for (const text of [key, value])
    if (/["\n]/.test(text)) throw new Error(`nginx cannot be told of ${text}`);
  const quoted = key.replaceAll("\\", "\\\\");
  return `"${quoted}" "${value}";`;
}
