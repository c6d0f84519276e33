import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkEnvironment } from "./environment.ts";
import { createCompiler } from "../compile.ts";
import { baseFiles } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";
import {
  readAssetFiles,
  readContent,
  readStored,
  watchedNames,
} from "./content.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-content-"));
  mkdirSync(join(dir, "demo/assets"), { recursive: true });
  for (const { name, text } of baseFiles) writeFileSync(join(dir, name), text);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** What a check of the files says, by file. */
function found(): string[] {
  const assets = readAssetFiles(dir);
  const compile = createCompiler(
    checkEnvironment(ROOT, "", (brand) => assets.get(brand) ?? []),
  );
  const files = readContent(dir);
  expect(readStored(dir).map(({ name, text }) => ({ name, text }))).toEqual(
    files,
  );
  return compile(files).diagnostics.map(({ code, at }) => `${code} ${at.file}`);
}

/** A file whose name is in Latin-1. */
function saveInLatin(folder: string, name: string): void {
  const path = Buffer.from(join(dir, folder, name), "latin1");
  writeFileSync(path, "name: Other\n");
}

test("a link with the name of a file that leads nowhere is a finding", () => {
  symlinkSync("loop.yaml", join(dir, "demo/loop.yaml"));
  symlinkSync("../elsewhere/quiz.yaml", join(dir, "demo/gone.yaml"));
  expect(found()).toEqual([
    "yaml/empty demo/gone.yaml",
    "yaml/empty demo/loop.yaml",
  ]);
});

test("what editors lock files with, and links to no file that is read, are nothing", () => {
  symlinkSync("ann@host.4711:1760000000", join(dir, "demo/.#quiz.yaml"));
  symlinkSync("loop", join(dir, "loop"));
  symlinkSync("loop.svg", join(dir, "demo/assets/loop.svg"));
  expect(found()).toEqual([]);
});

test("a name that is no UTF-8 is a finding", () => {
  saveInLatin("demo", "caf\u{e9}.yaml");
  saveInLatin("demo/assets", "caf\u{e9}.svg");
  expect(found()).toEqual([
    "asset/not-shown demo/assets/caf\u{fffd}.svg",
    "content/bad-name demo/caf\u{fffd}.yaml",
  ]);
});

test("a file that lies too deep is a finding, however deep", () => {
  mkdirSync(join(dir, "demo/old/older"), { recursive: true });
  writeFileSync(join(dir, "demo/old/older/quiz.yaml"), "name: Quiz\n");
  expect(found()).toEqual(["content/bad-name demo/old/older/quiz.yaml"]);
});

test("what a system leaves in a folder of pictures is no picture", () => {
  for (const name of [".DS_Store", ".gitkeep", "Thumbs.db", "desktop.ini"])
    writeFileSync(join(dir, "demo/assets", name), "x");
  expect(found()).toEqual([]);
  expect(watchedNames(dir).join()).not.toContain("assets");
});
