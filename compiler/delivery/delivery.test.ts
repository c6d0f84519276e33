import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileWith, someFonts } from "../testing/base-content.ts";
import { serverSite } from "../emit/server.ts";
import { decide } from "./edge.mjs";
import {
  apiHostOf,
  apiHostPatterns,
  type Delivered,
  escaped,
  PLACE,
} from "./delivery.ts";
import { tableOf } from "./edge.ts";
import { TARGETS } from "./targets.ts";

const { program } = compileWith();
if (program === null) throw new Error("the base content has mistakes");
const site = serverSite(program, someFonts(program));
const build: Delivered = {
  site: {
    ...site,
    redirectedHosts: [{ from: "old.example", to: "new.example" }],
  },
  apiHost: null,
  files: ["/sw.js"],
  documents: ["demo /quiz/start", "demo /quiz/2-email"],
  edge: "",
};
describe("a program at the edge", () => {
  const table = tableOf(build);
  const look = async (key: string) =>
    Object.hasOwn(table, key) ? (table[key] ?? null) : null;
  const asked = (path: string, host = "demo.localhost", query = "") =>
    decide(look, { host, told: "", path, query, secure: true });

  test.each([
    ["/quiz/start", 200, "/demo/quiz/start/index.html"],
    ["/%71uiz/start", 200, "/demo/quiz/start/index.html"],
    ["/sw.js", 200, "/demo/sw.js"],
    ["/assets/app-1a2b.js", 200, "/assets/app-1a2b.js"],
    ["/nothing/at/all", 404, "/demo/404.html"],
    ["/404.html", 404, "/demo/404.html"],
    ["/constructor", 404, "/demo/404.html"],
    ["/..%2fbuild.json", 400, "/demo/404.html"],
    ["/%zz", 400, "/demo/404.html"],
  ])("answers %s by %i and %s", async (path, status, file) => {
    expect(await asked(path)).toMatchObject({ status, file });
  });

  test.each([
    ["/", "a=b", 302, "/quiz/start?a=b"],
    ["/quiz", "", 302, "/quiz/start"],
    ["/quiz/", "", 302, "/quiz/start"],
    ["/quiz/unknown", "a=b", 302, "/quiz/start?a=b"],
    ["/quiz/9-email", "", 302, "/quiz/2-email"],
    ["//quiz//start/", "a=b", 301, "/quiz/start?a=b"],
  ])("leads %s?%s by %i to %s", async (path, query, status, location) => {
    expect(await asked(path, "demo.localhost", query)).toMatchObject({
      status,
      location,
    });
  });

  test("leads hosts that have moved to where they are", async () => {
    expect(await asked("/free", "www.OLD.example:443", "a=b")).toMatchObject({
      status: 301,
      location: "https://new.example/free?a=b",
    });
  });
});

test("no text of the content ends the place that it stands in", () => {
  const [brand] = Object.values(build.site.brands);
  if (brand === undefined) throw new Error("there is no brand");
  for (const [target, to] of [
    ["nginx", '/quiz"; return 200 "'],
    ["nginx", "/quiz\nreturn 200"],
    ["caddy", "/quiz` respond `"],
  ] as const) {
    const brands = { demo: { ...brand, redirects: { "/x": to } } };
    const hostile = { ...build, site: { ...build.site, brands } };
    expect(() => TARGETS[target](hostile, PLACE)).toThrow("cannot be told");
  }
});

test.each(Object.keys(TARGETS))(
  "%s is told of every address and host",
  (name) => {
    const target = Object.entries(TARGETS).find(([key]) => key === name)?.[1];
    const text = (target?.(build, PLACE) ?? [])
      .map(({ content }) => content)
      .join("\n")
      .replaceAll("\\", "");
    for (const brand of Object.values(build.site.brands)) {
      for (const [path, to] of Object.entries(brand.redirects)) {
        expect(text).toContain(`${brand.id} ${path}`);
        expect(text).toContain(to);
      }
      for (const host of brand.hosts) expect(text).toContain(host);
    }
    expect(text).toContain("old.example");
  },
);

test("every file that is asked for is uploaded, as what it is", () => {
  const files = ["/.well-known/security.txt", "/icon-192.png", "/sw.js"];
  const folder = mkdtempSync(join(tmpdir(), "upload-test-"));
  const [script = ""] = TARGETS.s3({ ...build, files }, PLACE)
    .filter(({ name }) => name === "upload.sh")
    .map(({ content }) => content);
  const aws = join(folder, "aws");
  writeFileSync(aws, `#!/bin/sh\nprintf '%s\\t' "$@"\necho\n`);
  chmodSync(aws, 0o755);
  const calls = execFileSync(
    "sh",
    ["-c", script, "upload.sh", "bucket", "dist"],
    {
      env: { PATH: `${folder}:${process.env["PATH"]}` },
      encoding: "utf8",
    },
  );
  rmSync(folder, { recursive: true });
  const given = calls
    .trimEnd()
    .split("\n")
    .map((line) => uploaded(line.split("\t")));
  const typesOf = (path: string) =>
    given.flatMap((of) => of(`dist${path}`) ?? []);
  expect(typesOf("/demo/quiz/start/index.html")).toEqual([
    "text/html; charset=utf-8",
  ]);
  expect(typesOf("/demo/404.html")).toEqual([
    "text/html; charset=utf-8 status=404",
  ]);
  expect(typesOf("/demo/.well-known/security.txt")).toEqual([
    "text/plain; charset=utf-8",
  ]);
  expect(typesOf("/demo/icon-192.png")).toEqual(["image/png"]);
  expect(typesOf("/demo/sw.js")).toEqual(["text/javascript; charset=utf-8"]);
  expect(typesOf("/assets/app-1a2b.js")).toHaveLength(1);
  expect(typesOf("/assets/app-1a2b.js.br")).toEqual([]);
});

/** What one call of `aws s3 cp` makes of a file: its type and metadata; null where it leaves it out. */
function uploaded(call: readonly string[]): (path: string) => string | null {
  const pairs = call.map((value, i) => ({ name: call[i - 1] ?? "", value }));
  const facts = pairs
    .filter(({ name }) => /^--(?:content-type|metadata)$/.test(name))
    .map(({ value }) => value);
  const from = call[call.findIndex((one) => one.startsWith("s3://")) - 1] ?? "";
  const isFolder = call.includes("--recursive");
  return (path) => {
    const isOwn = isFolder ? path.startsWith(`${from}/`) : path === from;
    const name = path.slice(from.length + 1);
    // The last that fits counts.
    const filter = pairs.findLast(
      (pair) =>
        /^--(?:in|ex)clude$/.test(pair.name) && matchesGlob(name, pair.value),
    );
    return isOwn && filter?.name !== "--exclude" ? facts.join(" ") : null;
  };
}

function matchesGlob(name: string, pattern: string): boolean {
  const parts = pattern.split("*").map(escaped);
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}

test("nginx logs no part of an address but its path as others may know it", () => {
  const [http = "", own = ""] = TARGETS.nginx(build, PLACE).map(
    ({ content }) => content,
  );
  const [, format = ""] = /log_format funnels [^']*'([^']*)'/.exec(http) ?? [];
  expect(format).toContain('"path":"$funnels_logged"');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_\w+)\b/);
  expect(own).toContain(`access_log ${PLACE.log} funnels;`);
});

describe("the host of the API", () => {
  const [own = ""] = Object.values(site.brands).flatMap(({ hosts }) => hosts);

  test.each([
    ["", null],
    ["https://api.example", "api.example"],
    ["https://api.example:8443", "api.example:8443"],
    [`https://${own}`, null],
    [`https://www.${own}`, null],
    ["http://demo.localhost:4173", null],
  ])("%s is one of its own: %s", (origin, host) => {
    expect(apiHostOf(site, origin)).toBe(host);
  });

  test.each([
    ["api.example", true],
    ["API.example:443", true],
    ["api.example.", true],
    ["api.example:8443", false],
    ["apiXexample", false],
    ["www.api.example", false],
    [own, false],
  ])("%s has no pages: %s, unless a proxy tells another one", (host, is) => {
    const [pattern = "none"] = apiHostPatterns({
      ...build,
      apiHost: "api.example",
    });
    expect(new RegExp(pattern, "i").test(`${host}|`)).toBe(is);
    expect(new RegExp(pattern, "i").test(`${host}|${own}`)).toBe(false);
  });

  test.each([
    [
      "nginx",
      /if \(\$funnels_pageless\) \{ rewrite \^ \/\.funnels\/gone last; \}/,
    ],
    ["caddy", /handle @pageless \{[^}]*respond `Not found` 404/],
  ] as const)("%s is told of it, and answers 404", (name, answer) => {
    const [pattern = ""] = apiHostPatterns({
      ...build,
      apiHost: "api.example",
    });
    const said = (apiHost: string | null) =>
      TARGETS[name]({ ...build, apiHost }, PLACE)
        .map(({ content }) => content)
        .join("\n")
        .replaceAll("\\\\", "\\");
    expect(said("api.example")).toContain(pattern);
    expect(said("api.example")).toMatch(answer);
    expect(said(null)).not.toContain(pattern);
  });
});

/** Caddy does so unless it is told otherwise. */
const HOST_AT: Readonly<Record<string, RegExp>> = {
  nginx: /location ~ [^\n]*\|admin\/\?[^}]*proxy_set_header host \$http_host;/,
  caddy: /@calls path [^\n]* \/admin \/admin\/ (?![^]*header_up -?Host)/,
  cloudflare: /CALLS = \[[^\]]*"\/admin"[^]*set\("x-host", url\.host\)/,
  netlify: /CALLS = \[[^\]]*"\/admin"[^]*set\("x-host", url\.host\)/,
};

test.each(Object.entries(HOST_AT))(
  "%s passes on at which host operators ask",
  (name, host) => {
    const target = Object.entries(TARGETS).find(([key]) => key === name)?.[1];
    const files = target?.(build, PLACE) ?? [];
    expect(files.map(({ content }) => content).join("\n")).toMatch(host);
  },
);
