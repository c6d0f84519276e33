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
import type { AssetFile } from "./asset-files.ts";
import {
  checkKeys,
  type KeyInput,
  readCachedCheck,
  writeCachedCheck,
} from "./check-cache.ts";

const texts: Readonly<Record<string, string>> = {
  "site.yaml": "a: 1\n",
  "calm/brand.yaml": "b: 2\n",
  "calm/adhd.yaml": "c: 3\n",
  "calm/sleep.yaml": "d: 4\n",
  "body/brand.yaml": "e: 5\n",
  "body/boost.yaml": "f: 6\n",
};
const pictures = { calm: ["a.svg", "b.svg"], body: [] };

const input = of({});
const keys = checkKeys(input);

function of(changed: Readonly<Record<string, string | null>>): KeyInput {
  return {
    fingerprint: "1",
    prefix: "funnels/",
    files: Object.entries({ ...texts, ...changed }).flatMap(([name, text]) =>
      text === null ? [] : { name, bytes: Buffer.from(text) },
    ),
    assets: new Map([
      ["calm", files(pictures.calm)],
      ["body", files(pictures.body)],
    ]),
  };
}

function files(names: readonly string[], problem: AssetFile["problem"] = null) {
  return names.map((name) => ({ name, problem }));
}

function withPictures(names: readonly string[]): KeyInput {
  return { ...input, assets: new Map([["calm", files(names)]]) };
}

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-cache-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const CALM = ["calm/adhd.yaml", "calm/sleep.yaml"];
const BODY = ["body/boost.yaml"];

describe("keys", () => {
  test("do not depend on the order of files and pictures, nor on folders without pictures", () => {
    const shuffled = {
      ...input,
      files: input.files.toReversed(),
      assets: new Map([["calm", files(pictures.calm).toReversed()]]),
    };
    expect(checkKeys(shuffled).tree).toBe(keys.tree);
    expect(changed(shuffled, "funnels")).toEqual([]);
    expect(changed(shuffled, "brands")).toEqual([]);
  });

  test.each<[string, KeyInput, readonly string[]]>([
    ["the compiler", { ...input, fingerprint: "2" }, [...BODY, ...CALM]],
    ["where it is seen from", { ...input, prefix: "" }, [...BODY, ...CALM]],
    ["the site", of({ "site.yaml": "a: 2\n" }), [...BODY, ...CALM]],
    ["a second site", of({ "site.yml": "a: 2\n" }), [...BODY, ...CALM]],
    ["no site", of({ "site.yaml": null }), [...BODY, ...CALM]],
    ["a brand", of({ "calm/brand.yaml": "b: 3\n" }), CALM],
    ["no brand", of({ "calm/brand.yaml": null }), CALM],
    ["a second file of a brand", of({ "calm/brand.yml": "b: 3\n" }), CALM],
    ["a funnel", of({ "calm/adhd.yaml": "c: 4\n" }), ["calm/adhd.yaml"]],
    ["no funnel", of({ "calm/adhd.yaml": null }), ["calm/adhd.yaml"]],
    [
      "exchanged funnels",
      of({ "calm/adhd.yaml": "d: 4\n", "calm/sleep.yaml": "c: 3\n" }),
      CALM,
    ],
    [
      "a funnel that moved to another brand",
      of({ "calm/adhd.yaml": null, "body/adhd.yaml": "c: 3\n" }),
      ["body/adhd.yaml", "calm/adhd.yaml"],
    ],
    ["a picture less", withPictures(["a.svg"]), CALM],
    [
      "a picture that is empty now",
      {
        ...input,
        assets: new Map([["calm", files(pictures.calm, "empty")]]),
      },
      CALM,
    ],
    ["a new picture", withPictures(["a.svg", "b.svg", "c.svg"]), CALM],
    ["a renamed picture", withPictures(["a.svg", "c.svg"]), CALM],
    ["names that only look alike", withPictures(['a.svg","b.svg']), CALM],
  ])("change with %s", (_, other, funnels) => {
    expect(checkKeys(other).tree).not.toBe(keys.tree);
    expect(changed(other, "funnels")).toEqual(funnels);
    const brands = funnels.map((name) => name.replace(/\/.*/, ""));
    expect(changed(other, "brands")).toEqual([...new Set(brands)]);
  });

  test("no two are alike", () => {
    const results = [...keys.brands.values(), ...keys.funnels.values()];
    const all = [keys.tree, ...results.map(({ key }) => key)];
    expect(new Set(all).size).toBe(6);
  });
});

/** The brands or funnels that have another key, or only one of the two times. */
function changed(input: KeyInput, part: "brands" | "funnels"): string[] {
  const [one, other] = [keys[part], checkKeys(input)[part]];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name)?.key !== other.get(name)?.key)
    .toSorted();
}

describe("entries", () => {
  const key = keys.tree;
  const body = '[{"code":"yaml/tab","message":"é\\n"}]';
  const path = (): string => join(dir, `${key}.json`);

  test("what was written is read", () => {
    expect(readCachedCheck(dir, key)).toBeNull();
    writeCachedCheck(dir, key, body);
    expect(readCachedCheck(dir, key)).toBe(body);
    expect(
      readCachedCheck(dir, checkKeys({ ...input, fingerprint: "2" }).tree),
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
    const many = Array.from(
      { length: 40 },
      (_, i) => checkKeys({ ...input, fingerprint: `n${i}` }).tree,
    );
    for (const [age, one] of many.entries()) {
      writeCachedCheck(dir, one, body);
      const time = new Date(Date.now() - (100 - age) * 1_000);
      utimesSync(join(dir, `${one}.json`), time, time);
    }
    writeCachedCheck(dir, key, body);
    expect(
      readdirSync(dir).filter((name) => name.endsWith(".json")).length,
    ).toBe(32);
    expect(readCachedCheck(dir, key)).toBe(body);
    expect(readCachedCheck(dir, many[39] ?? "")).toBe(body);
    expect(readCachedCheck(dir, many[0] ?? "")).toBeNull();
    expect(existsSync(join(dir, abandoned))).toBe(false);
    // Other people's files are left alone.
    expect(existsSync(join(dir, "README"))).toBe(true);
  });
});
