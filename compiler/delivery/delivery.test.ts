import { describe, expect, test } from "vitest";
import { compileWith, someFonts } from "../testing/base-content.ts";
import { serverSite } from "../emit/server.ts";
import { decide } from "./edge.mjs";
import { type Delivered, PLACE } from "./delivery.ts";
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

test("nginx logs no part of an address but its path as others may know it", () => {
  const [http = "", own = ""] = TARGETS.nginx(build, PLACE).map(
    ({ content }) => content,
  );
  const [, format = ""] = /log_format funnels [^']*'([^']*)'/.exec(http) ?? [];
  expect(format).toContain('"path":"$funnels_logged"');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_\w+)\b/);
  expect(own).toContain(`access_log ${PLACE.log} funnels;`);
});
