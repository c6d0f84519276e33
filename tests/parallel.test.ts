// @module-tag long
import { execFile } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCompiler } from "../compiler/compile.ts";
import { ROOT } from "../compiler/testing/root.ts";
import {
  prefixOf,
  readAssetFiles,
  readContent,
  readStored,
} from "../compiler/workspace/content.ts";
import { checkFiles } from "../compiler/parallel/check-files.ts";
import { json } from "../compiler/report/json.ts";
import { checkEnvironment } from "../compiler/workspace/environment.ts";
import { generateTree } from "./bench/generate.ts";

test("what threads find together is what one finds alone, from the sources and from the bundle", async () => {
  const dir = mkdtempSync(join(tmpdir(), "funnels-parallel-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  generateTree(dir, { funnels: 122, pagesPerFunnel: 10 });
  const funnels = readContent(dir).filter(
    ({ name }) => !/(site|brand)\.yaml$/.test(name),
  );
  const [first] = funnels;
  const sibling = funnels.at(-2);
  const last = funnels.at(-1);
  if (!first || !sibling || !last) throw new Error("the tree has no funnels");
  // One mistake of each phase, and one that only both funnels together make.
  appendFileSync(join(dir, first.name), "\nquestion: []\n");
  const mount = /^mounts:.*$/m.exec(sibling.text)?.[0] ?? "";
  const path = join(dir, last.name);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(/^mounts:.*$/m, mount),
  );

  const files = readStored(dir);
  const prefix = prefixOf(dir);
  const assets = readAssetFiles(dir);
  const compile = createCompiler(
    checkEnvironment(ROOT, prefix, (brand) => assets.get(brand) ?? []),
  );
  const alone = compile(files);
  const together = await checkFiles(ROOT, { prefix, files, assets });
  expect(together).toEqual(alone.diagnostics);
  expect(await printed(dir)).toBe(`${json(together, files.length)}\n`);
  const codes = together.map(({ code }) => code);
  expect(codes).toContain("path/duplicate");
  expect(codes).toContain("schema/unknown-key");
});

/** What the command line says of a content root: the bundled compiler and its threads. */
function printed(dir: string): Promise<string> {
  const bin = join(ROOT, "compiler/bin.mjs");
  const args = ["check", "--no-cache", "--format", "json", "--content", dir];
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], (_, out) => resolve(out));
  });
}
