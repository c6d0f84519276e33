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
import { readContent } from "../compiler/content.ts";
import { checkFiles } from "../compiler/parallel/check-files.ts";
import { readWorld } from "../compiler/world.ts";
import { generateTree } from "./bench/generate.ts";

test(
  "what threads find together is what one finds alone",
  { timeout: 120_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "funnels-parallel-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    generateTree(dir, { funnels: 301, pagesPerFunnel: 20 });
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

    const files = readContent(dir);
    const alone = createCompiler(readWorld(dir, "content/", "check"))(files);
    const together = await checkFiles(files, dir, "content/");
    expect(together).toEqual(alone.diagnostics);
    const codes = together.map(({ code }) => code);
    expect(codes).toContain("path/duplicate");
    expect(codes).toContain("schema/unknown-key");
  },
);
