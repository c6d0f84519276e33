import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPacks } from "./result-packs.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-packs-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const hex = (n: number) => n.toString(16).padStart(64, "0");
const CALM = hex(1);
const BODY = hex(2);
const at = (n: number, pack = CALM) => ({ pack, key: hex(n) });
const file = (pack = CALM) => join(dir, `${pack}.pack`);
const bodyOf = (n: number) => JSON.stringify({ n, text: "é\n".repeat(n) });

/** One run that needs these results: finds what is there and keeps what is not. */
function run(numbers: readonly number[], pack = CALM): number[] {
  const packs = openPacks(dir);
  const found = numbers.filter((n) => packs.find(at(n, pack)) === bodyOf(n));
  for (const n of numbers)
    if (!found.includes(n)) packs.keep(at(n, pack), bodyOf(n));
  packs.write();
  return found;
}

test("what was kept is found, and nothing else", () => {
  expect(run([1, 2])).toEqual([]);
  expect(run([2, 3])).toEqual([2]);
  expect(run([1, 2, 3])).toEqual([1, 2, 3]);
  expect(run([1], BODY)).toEqual([]);
  expect(openPacks(dir).find(at(4))).toBeNull();
  expect(openPacks(join(dir, "none")).find(at(1))).toBeNull();
  expect(readdirSync(dir).toSorted()).toEqual([`${CALM}.pack`, `${BODY}.pack`]);
});

test("nothing is written when nothing is new", () => {
  run([1, 2]);
  run([3], BODY);
  const before = statSync(file()).ino;
  run([2, 1]);
  run([4], BODY);
  expect(statSync(file()).ino).toBe(before);
});

test.each<[string, (text: string) => string, number[]]>([
  ["empty", () => "", []],
  ["cut", (text) => text.slice(0, -1), [1]],
  ["without its list", (text) => text.slice(text.indexOf("\n") + 1), []],
  ["listed otherwise", (text) => text.replace(hex(1), hex(3)), [2]],
  ["changed", (text) => text.replace('"n":1', '"n":7'), [2]],
  ["of other sizes", (text) => text.replace(/,(\d+),/, ",1,"), []],
  ["exchanged", (text) => exchange(text, hex(1), hex(2)), []],
  ["foreign", () => '{"results":[]}\n', []],
  ["binary", () => "\u0000\u{fffd}\n", []],
])("a pack that is %s gives nothing wrong", (_, damage, found) => {
  run([1, 2]);
  writeFileSync(file(), damage(readFileSync(file(), "utf8")));
  expect(run([1, 2])).toEqual(found);
  expect(run([1, 2])).toEqual([1, 2]);
});

function exchange(text: string, one: string, other: string): string {
  return text.replace(one, "?").replace(other, one).replace("?", other);
}

test("results of other branches stay for a while, the last used the longest", () => {
  const main = Array.from({ length: 20 }, (_, n) => n);
  const branch = main.map((n) => n + 100);
  run(main);
  run(branch);
  expect(run(main)).toEqual(main);
  run(main.map((n) => n + 200));
  run(main.map((n) => n + 300));
  run(main.map((n) => n + 400));
  expect(run(main)).toEqual([]);
  const header = readFileSync(file(), "utf8").split("\n")[0] ?? "";
  expect(JSON.parse(header)).toHaveLength(60);
});

test("packs that nobody has written for long go, and nothing that is not ours", () => {
  run([1], BODY);
  const old = new Date(Date.now() - 40 * 86_400_000);
  const abandoned = join(dir, `${"a".repeat(64)}.${"b".repeat(36)}.tmp`);
  for (const path of [abandoned, join(dir, "README")]) writeFileSync(path, "");
  for (const path of [file(BODY), abandoned, join(dir, "README")])
    utimesSync(path, old, old);
  run([1]);
  expect(readdirSync(dir).toSorted()).toEqual([`${CALM}.pack`, "README"]);
});

test("a place that cannot be written to is no failure", () => {
  const inFile = join(dir, "file");
  writeFileSync(inFile, "");
  const packs = openPacks(inFile);
  packs.keep(at(1), bodyOf(1));
  packs.write();
  expect(openPacks(inFile).find(at(1))).toBeNull();
  chmodSync(dir, 0o500);
  expect(() => run([1])).not.toThrow();
  chmodSync(dir, 0o700);
  expect(existsSync(join(dir, "file"))).toBe(true);
});
