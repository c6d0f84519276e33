import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { describe, expect, test } from "vitest";
import { catalogue } from "../compiler/diagnostics/catalogue.ts";
import { createCompiler } from "../compiler/compile.ts";
import type { ContentFile } from "../compiler/parse/file-name.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { assetNamesOf, readContent } from "../compiler/workspace/content.ts";
import { yamlCodes } from "../compiler/diagnostics/yaml.ts";
import { MAX_CHARACTERS } from "../compiler/parse/limits.ts";
import { pretty } from "../compiler/report/pretty.ts";
import {
  checkEnvironment,
  readEnvironment,
} from "../compiler/workspace/environment.ts";

/**
 * Each folder of tests/cases is a wrong content tree: the files that differ from `_base`, and what the check says
 * about it in `expected.txt`. UPDATE_CASES=1 writes the expectations anew; read the difference before keeping it.
 */
const CASES = join(ROOT, "tests/cases");
const BASE = join(CASES, "_base");
const PREFIX = "funnels/";

const codes = [...Object.keys(catalogue), ...Object.keys(yamlCodes)];
const folders = readdirSync(CASES).filter((name) => name !== "_base");

/** Cases too large to keep as files. */
const MADE: Readonly<Record<string, readonly ContentFile[]>> = {
  "yaml-too-large": [
    { name: "demo/quiz.yaml", text: `#${"x".repeat(MAX_CHARACTERS)}\n` },
  ],
};

const base = readContent(BASE);
const compile = createCompiler(readEnvironment(ROOT, BASE, PREFIX));
const checkOnly = createCompiler(
  checkEnvironment(ROOT, PREFIX, (brand) => assetNamesOf(BASE, brand)),
);
const plain = pc.createColors(false);

function filesOf(folder: string): ContentFile[] {
  const own = MADE[folder] ?? readContent(join(CASES, folder));
  const names = new Set(own.map(({ name }) => name));
  return [...base.filter(({ name }) => !names.has(name)), ...own];
}

function check(files: readonly ContentFile[]) {
  const { diagnostics, program } = compile(files);
  const texts = new Map(files.map(({ name, text }) => [PREFIX + name, text]));
  const report = pretty(
    diagnostics,
    files.length,
    (file) => texts.get(file),
    plain,
  );
  return { diagnostics, program, report: `${report}\n` };
}

/** The code a folder is about: `page-unknown--among-questions` is about page/unknown; null for `several--…`. */
function codeOf(folder: string): string | null {
  const [slug] = folder.split("--");
  return codes.find((code) => code.replace("/", "-") === slug) ?? null;
}

test("the tree that all cases start from is right", () => {
  const { diagnostics, program } = check(base);
  expect(diagnostics).toEqual([]);
  expect(program?.funnels).toHaveLength(1);
});

test("every code of the catalogues has a case, and every case is about one", () => {
  const covered = new Set(folders.map(codeOf));
  expect(codes.filter((code) => !covered.has(code))).toEqual([]);
  const strays = folders.filter(
    (folder) => codeOf(folder) === null && !folder.startsWith("several--"),
  );
  expect(strays).toEqual([]);
});

describe.each(folders)("%s", (folder) => {
  const { diagnostics, program, report } = check(filesOf(folder));
  const file = join(CASES, folder, "expected.txt");

  test("reads as expected", () => {
    if (process.env.UPDATE_CASES === "1") writeFileSync(file, report);
    expect(existsSync(file), `${file}: write it with UPDATE_CASES=1`).toBe(
      true,
    );
    expect(report).toBe(readFileSync(file, "utf8"));
  });

  test("yields its code and nothing that is linked in spite of errors", () => {
    const found = new Set<string>(diagnostics.map(({ code }) => code));
    const code = codeOf(folder);
    if (code === null) expect(found.size).toBeGreaterThan(1);
    else expect([...found]).toContain(code);
    const failed = diagnostics.some(({ severity }) => severity === "error");
    expect(program === null).toBe(failed);
  });

  test("is told alike when nothing is to be emitted", () => {
    expect(checkOnly(filesOf(folder)).diagnostics).toEqual(diagnostics);
  });

  test("tells each mistake once, in the order of the files", () => {
    const places = diagnostics.map(({ at, code, message }) =>
      [at.file, at.line, at.column, code, message].join("\n"),
    );
    expect(new Set(places).size).toBe(places.length);
    const files = diagnostics.map(({ at }) => at.file);
    expect(files).toEqual([...files].sort());
  });
});
