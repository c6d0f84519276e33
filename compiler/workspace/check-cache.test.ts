import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  cacheKey,
  readCachedCheck,
  writeCachedCheck,
  type CheckInput,
} from "./check-cache.ts";

const input: CheckInput = {
  fingerprint: "1",
  prefix: "funnels/",
  files: [
    { name: "site.yaml", text: "a: 1\n" },
    { name: "calm/adhd.yaml", text: "b: 2\n" },
  ],
  assets: ["calm/a.svg", "calm/b.svg"],
};

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-cache-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe("key", () => {
  test("does not depend on the order of files, nor on text or bytes", () => {
    const shuffled = {
      ...input,
      files: input.files
        .map(({ name, text }) => ({ name, text: Buffer.from(text) }))
        .toReversed(),
      assets: input.assets.toReversed(),
    };
    expect(cacheKey(shuffled)).toBe(cacheKey(input));
  });

  test.each<[string, CheckInput]>([
    ["the compiler", { ...input, fingerprint: "2" }],
    ["where it is seen from", { ...input, prefix: "" }],
    ["an asset", { ...input, assets: ["calm/a.svg"] }],
    ["a missing file", { ...input, files: input.files.slice(1) }],
    [
      "a text",
      {
        ...input,
        files: [{ name: "site.yaml", text: "a: 2\n" }, ...input.files.slice(1)],
      },
    ],
    [
      "a renamed file",
      {
        ...input,
        files: [
          { name: "calm/brand.yaml", text: "a: 1\n" },
          ...input.files.slice(1),
        ],
      },
    ],
    [
      "exchanged texts",
      {
        ...input,
        files: [
          { name: "site.yaml", text: "b: 2\n" },
          { name: "calm/adhd.yaml", text: "a: 1\n" },
        ],
      },
    ],
  ])("changes with %s", (_, changed) => {
    expect(cacheKey(changed)).not.toBe(cacheKey(input));
  });
});

describe("entries", () => {
  const key = cacheKey(input);
  const body = '[{"code":"yaml/tab","message":"é\\n"}]';
  const path = (): string => join(dir, `${key}.json`);

  test("what was written is read", () => {
    expect(readCachedCheck(dir, key)).toBeNull();
    writeCachedCheck(dir, key, body);
    expect(readCachedCheck(dir, key)).toBe(body);
    expect(
      readCachedCheck(dir, cacheKey({ ...input, fingerprint: "2" })),
    ).toBeNull();
    expect(readdirSync(dir)).toEqual([`${key}.json`]);
  });

  test("the folder is made when it is missing", () => {
    const inner = join(dir, "node_modules/.cache/funnels");
    writeCachedCheck(inner, key, body);
    expect(readCachedCheck(inner, key)).toBe(body);
  });

  test.each<[string, (entry: string) => string]>([
    ["empty", () => ""],
    ["cut", (entry) => entry.slice(0, -1)],
    ["longer", (entry) => `${entry} `],
    ["of another key", (entry) => entry.replace(key, "0".repeat(64))],
    ["changed", (entry) => entry.replace("tab", "tag")],
    ["of another version", (entry) => entry.replace("check 1", "check 2")],
    ["foreign", () => '{"findings":[]}'],
    ["binary", () => "\u0000\u{fffd}\n"],
  ])("an entry that is %s is dropped", (_, damage) => {
    writeCachedCheck(dir, key, body);
    writeFileSync(path(), damage(readFileSync(path(), "utf8")));
    expect(readCachedCheck(dir, key)).toBeNull();
    writeCachedCheck(dir, key, body);
    expect(readCachedCheck(dir, key)).toBe(body);
  });

  test("a place that cannot be written to is no failure", () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    writeCachedCheck(file, key, body);
    expect(readCachedCheck(file, key)).toBeNull();
    chmodSync(dir, 0o500);
    expect(() => writeCachedCheck(dir, key, body)).not.toThrow();
    chmodSync(dir, 0o700);
  });

  test("the newest entries stay, and what crashed writers left goes", () => {
    const old = new Date(Date.now() - 7_200_000);
    const abandoned = `${"a".repeat(64)}.${"b".repeat(36)}.tmp`;
    for (const name of [abandoned, "README"]) {
      writeFileSync(join(dir, name), "");
      utimesSync(join(dir, name), old, old);
    }
    const keys = Array.from({ length: 40 }, (_, i) =>
      cacheKey({ ...input, fingerprint: `n${i}` }),
    );
    for (const [age, one] of keys.entries()) {
      writeCachedCheck(dir, one, body);
      const time = new Date(Date.now() - (100 - age) * 1_000);
      utimesSync(join(dir, `${one}.json`), time, time);
    }
    writeCachedCheck(dir, key, body);
    expect(
      readdirSync(dir).filter((name) => name.endsWith(".json")).length,
    ).toBe(32);
    expect(readCachedCheck(dir, key)).toBe(body);
    expect(readCachedCheck(dir, keys[39] ?? "")).toBe(body);
    expect(readCachedCheck(dir, keys[0] ?? "")).toBeNull();
    expect(existsSync(join(dir, abandoned))).toBe(false);
    // Other people's files are left alone.
    expect(existsSync(join(dir, "README"))).toBe(true);
  });
});
