import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCompiler } from "../compiler/compile.ts";
import { ROOT } from "../compiler/testing/root.ts";
import {
  prefixOf,
  readAssetFiles,
  readStored,
} from "../compiler/workspace/content.ts";
import { checkEnvironment } from "../compiler/workspace/environment.ts";
import { generateTree } from "./bench/generate.ts";

test("there is nothing to report of the content that a check is measured with", () => {
  const dir = mkdtempSync(join(tmpdir(), "funnels-bench-content-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  generateTree(dir, { funnels: 4, pagesPerFunnel: 40 });
  const assets = readAssetFiles(dir);
  const compile = createCompiler(
    checkEnvironment(ROOT, prefixOf(dir), (brand) => assets.get(brand) ?? []),
  );
  const { diagnostics } = compile(readStored(dir));
  expect(diagnostics).toEqual([]);
});
