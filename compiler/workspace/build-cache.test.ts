import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type BuildCache,
  keyOf,
  madeOfSources,
  openCache,
  openDraft,
  rememberIn,
  withBuildCache,
} from "./build-cache.ts";
import { BUILDS, switchBuild } from "./builds.ts";
import { ChangedMeanwhile } from "./system-refusal.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-site-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const KEY = keyOf("a");

function keep(cache: BuildCache, key: string, text = "text"): void {
  const draft = openDraft(cache.draftFolder());
  draft.write("a/b.html", text);
  draft.write("c.js", Buffer.from("é"));
  cache.keep(key, draft);
}

test("keys tell their parts apart", () => {
  const keys = [["ab"], ["a", "b"], ["b", "a"], ["", "ab"], ["a", "b", ""]];
  expect(new Set(keys.map((parts) => keyOf(...parts))).size).toBe(keys.length);
});

test("what was kept is found, by this build and by later ones", () => {
  const cache = openCache(dir);
  expect(cache.find(KEY)).toBeNull();
  keep(cache, KEY);
  for (const each of [cache, openCache(dir)]) {
    const entry = each.find(KEY);
    expect(entry?.files.map(({ name, size }) => [name, size])).toEqual([
      ["a/b.html", 4],
      ["c.js", 2],
    ]);
    expect(readFileSync(join(entry?.dir ?? "", "a/b.html"), "utf8")).toBe(
      "text",
    );
  }
  expect(openCache(dir).find(keyOf("b"))).toBeNull();
});

describe("an entry is made anew when", () => {
  const page = () => join(dir, KEY, "a/b.html");
  const index = () => join(dir, KEY, "index.json");
  /** A file that was written to a moment later, as by whoever edits a page that is served. */
  const touch = (path: string) => {
    const later = new Date(statSync(index()).mtimeMs + 60_000);
    utimesSync(path, later, later);
  };
  test.each<[string, () => void]>([
    ["a file has gone", () => rmSync(page())],
    ["a file was cut", () => writeFileSync(page(), "tex")],
    [
      "a file says something else",
      () => {
        writeFileSync(page(), "TEXT");
        touch(page());
      },
    ],
    ["its index has gone", () => rmSync(index())],
    [
      "its index was cut",
      () => writeFileSync(index(), readFileSync(index()).subarray(0, -1)),
    ],
    [
      "it is of another key",
      () => {
        rmSync(join(dir, KEY), { recursive: true });
        keep(openCache(dir), keyOf("b"));
        cpSync(join(dir, keyOf("b")), join(dir, KEY), { recursive: true });
      },
    ],
  ])("%s", (_, damage) => {
    keep(openCache(dir), KEY);
    damage();
    expect(openCache(dir).find(KEY)).toBeNull();
    keep(openCache(dir), KEY, "anew");
    expect(readFileSync(page(), "utf8")).toBe("anew");
    expect(openCache(dir).find(KEY)).not.toBeNull();
  });

  test("and not when it was only copied", () => {
    keep(openCache(dir), KEY);
    touch(page());
    expect(openCache(dir).find(KEY)).not.toBeNull();
  });
});

test("what this build and the one before used stays, and nothing else", () => {
  const [one, two, three] = [keyOf("1"), keyOf("2"), keyOf("3")];
  const build = (...keys: string[]) => {
    const cache = openCache(dir);
    for (const key of keys) if (cache.find(key) === null) keep(cache, key);
    cache.sweep();
    return new Set(readdirSync(dir));
  };
  mkdirSync(join(dir, "left-behind.tmp"));
  writeFileSync(join(dir, "lock"), "");
  const always = ["lock", "uses.json"];
  expect(build(one, two)).toEqual(new Set([...always, one, two]));
  expect(build(two)).toEqual(new Set([...always, one, two]));
  expect(build(three)).toEqual(new Set([...always, two, three]));
  writeFileSync(join(dir, "uses.json"), "[[");
  expect(build(three)).toEqual(new Set([...always, three]));
});

test("a value is made once for each compiler and name", async () => {
  let made = 0;
  const value = (fingerprint: string, name: string) =>
    rememberIn(openCache(dir), fingerprint)(name, async () => ({ n: ++made }));
  expect(await value("1", "a")).toEqual({ n: 1 });
  expect(await value("1", "a")).toEqual({ n: 1 });
  expect(await value("1", "b")).toEqual({ n: 2 });
  expect(await value("2", "a")).toEqual({ n: 3 });
});

test("where nothing can be written, a build works and leaves nothing", async () => {
  writeFileSync(join(dir, "node_modules"), "");
  mkdirSync(join(dir, BUILDS));
  await withBuildCache(dir, async (cache) => {
    await switchBuild(dir, async () => {
      keep(cache, KEY);
      expect(cache.find(KEY)).not.toBeNull();
    });
    cache.sweep();
  });
  expect(readdirSync(join(dir, BUILDS))).toEqual([
    basename(readlinkSync(join(dir, "dist"))),
  ]);
  expect(existsSync(join(dir, "node_modules/.cache"))).toBe(false);
});

test("what was made while its sources were saved is not found again when they are taken back", async () => {
  const cache = openCache(dir);
  let source = "one";
  /** Another one is saved after the first look at it. */
  const bundled = (saved = source) =>
    madeOfSources(cache, {
      name: "runtime/",
      key: () => keyOf(source),
      make: async () => {
        source = saved;
        const draft = openDraft(cache.draftFolder());
        draft.write("main.js", source);
        return draft;
      },
    });
  const text = async () =>
    readFileSync(join((await bundled()).dir, "main.js"), "utf8");
  await expect(bundled("two")).rejects.toThrow(
    new ChangedMeanwhile("runtime/"),
  );
  source = "one";
  expect(await text()).toBe("one");
  // Found: nothing is made again, so that nothing can be saved meanwhile.
  expect((await bundled("two")).files).toMatchObject([{ name: "main.js" }]);
  expect(source).toBe("one");
});
