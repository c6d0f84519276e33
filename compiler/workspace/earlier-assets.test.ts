import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { linkTree } from "./builds.ts";
import { keepEarlierAssets, readEarlier } from "./earlier-assets.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "funnels-earlier-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const DAY_MS = 86_400_000;
let last: string | null = null;
/** A build with these assets of its own, so many days after the first; yields the names of all that it serves. */
function build(id: string, day: number, own: readonly string[], keepDays = 30) {
  if (day === 0) last = null;
  const dir = join(root, id);
  mkdirSync(join(dir, "assets/fonts"), { recursive: true });
  for (const name of own) writeFileSync(join(dir, "assets", name), name);
  return served(dir, day, keepDays);
}
/** The same for a build that is served again under another id. */
function serveAgain(id: string, day: number, from: string) {
  const dir = join(root, id);
  linkTree(join(root, from), dir);
  return served(dir, day);
}
function served(dir: string, day: number, keepDays = 30) {
  const now = new Date(Date.UTC(2030, 0, 1) + day * DAY_MS);
  keepEarlierAssets(dir, last, { keepDays, now });
  last = dir;
  return readdirSync(join(dir, "assets"), { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => name !== "fonts")
    .toSorted();
}

test("what no page asks for stays for its time after the last build that did", () => {
  expect(build("a", 0, ["1.js", "fonts/x.woff2"])).toHaveLength(2);
  build("b", 40, ["1.js", "2.js"]);
  // It was asked for until the fortieth day, and from then on it stays.
  build("c", 50, ["3.js"]);
  expect(build("d", 60, ["4.js"])).toEqual([
    "1.js",
    "2.js",
    "3.js",
    "4.js",
    "fonts/x.woff2",
  ]);
  expect([...readEarlier(join(root, "d")).keys()]).toEqual([
    "1.js",
    "2.js",
    "3.js",
    "fonts/x.woff2",
  ]);
  // To the day: thirty days after the fiftieth they go.
  expect(build("e", 79.999, ["4.js"])).toContain("1.js");
  expect(build("f", 80, ["4.js"])).toEqual(["3.js", "4.js"]);
});

test("what is asked for again is earlier no more, and its time begins anew", () => {
  build("a", 0, ["1.js"]);
  build("b", 10, ["2.js"]);
  build("c", 20, ["1.js"]);
  expect([...readEarlier(join(root, "c")).keys()]).toEqual(["2.js"]);
  build("d", 35, ["2.js"]);
  expect(build("e", 60, ["3.js"])).toEqual(["1.js", "2.js", "3.js"]);
});

test("nothing is kept for no time, and nothing is missed of a build without a list", () => {
  build("a", 0, ["1.js"]);
  rmSync(join(root, "a/earlier.json"));
  expect(build("b", 1, ["2.js"])).toEqual(["1.js", "2.js"]);
  expect(build("c", 2, ["3.js"], 0)).toEqual(["3.js"]);
});

describe("what was taken away", () => {
  beforeEach(() => {
    build("a", 0, ["1.js"]);
    build("b", 1, ["2.js"]);
    expect(build("c", 2, ["3.js"], 0)).toEqual(["3.js"]);
  });

  test("is there for pages of its own build alone when that one is served again, and goes with them", () => {
    expect(serveAgain("b2", 3, "b")).toEqual(["2.js", "3.js"]);
    expect(serveAgain("c2", 4, "c")).toEqual(["3.js"]);
    expect(serveAgain("b3", 5, "b2")).toEqual(["2.js", "3.js"]);
    expect(build("d", 6, ["4.js"])).toEqual(["3.js", "4.js"]);
    expect(serveAgain("b4", 7, "b3")).toEqual(["2.js", "3.js", "4.js"]);
  });

  test("is kept again once a new build has it as its own", () => {
    expect(build("d", 3, ["2.js"])).toEqual(["2.js", "3.js"]);
    expect(build("e", 4, ["4.js"])).toEqual(["2.js", "3.js", "4.js"]);
  });

  test("is forgotten with the last build that had it", () => {
    const list = (id: string) =>
      JSON.parse(readFileSync(join(root, id, "earlier.json"), "utf8"));
    expect(list("c")).toEqual({ "1.js": null, "2.js": null });
    build("d", 3, ["4.js"]);
    expect(Object.keys(list("d"))).toEqual(["3.js"]);
  });
});
