import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { describe, expect, test } from "vitest";
import { catalogue } from "../compiler/diagnostics/catalogue.ts";
import {
  type Diagnostic,
  fileOf,
  sortDiagnostics,
} from "../compiler/diagnostics/diagnostic.ts";
import { applyFixes } from "../compiler/edit/apply.ts";
import { liveFindings } from "../compiler/live/compare.ts";
import { type LiveShape, liveShape } from "../compiler/live/shape.ts";
import { type Compiler, createCompiler } from "../compiler/compile.ts";
import type { ContentFile } from "../compiler/parse/file-name.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { assetFilesOf, readContent } from "../compiler/workspace/content.ts";
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

/** Cases that are no text, or too large to keep as files. */
const MADE: Readonly<Record<string, readonly ContentFile[]>> = {
  "yaml-encoding--utf-16": [
    {
      name: "demo/quiz.yaml",
      text: `\u{fffd}\u{fffd}${[..."name: Quiz\ntitle: A short quiz\n"].join("\0")}`,
    },
  ],
  "yaml-too-large": [
    { name: "demo/quiz.yaml", text: `#${"x".repeat(MAX_CHARACTERS)}\n` },
  ],
};

const base = readContent(BASE);
const { language } = readEnvironment(ROOT, BASE, PREFIX);
const compilers = new Map<string, readonly [Compiler, Compiler]>();

/** One that emits and one that only checks, by the folder with the pictures: a case may have its own. */
function compilersOf(folder: string): readonly [Compiler, Compiler] {
  const own = join(CASES, folder);
  const at = existsSync(join(own, "demo/assets")) ? own : BASE;
  const known = compilers.get(at) ?? compilersAt(at);
  compilers.set(at, known);
  return known;
}

function compilersAt(dir: string): readonly [Compiler, Compiler] {
  const emitting = readEnvironment(ROOT, dir, PREFIX);
  const checking = checkEnvironment(ROOT, PREFIX, (brand) =>
    assetFilesOf(dir, brand),
  );
  return [
    createCompiler({ ...emitting, language }),
    createCompiler({ ...checking, language }),
  ];
}

const plain = pc.createColors(false);

function filesOf(folder: string): ContentFile[] {
  const own =
    MADE[folder] ??
    // What was before lies beside it.
    readContent(join(CASES, folder)).filter(
      ({ name }) => !name.startsWith("earlier/"),
    );
  const names = new Set(own.map(({ name }) => name));
  return [...base.filter(({ name }) => !names.has(name)), ...own];
}

function shapeOf(files: readonly ContentFile[]): LiveShape {
  const [compile] = compilersOf("_base");
  const { program, diagnostics } = compile(files);
  if (program === null) throw new Error(diagnostics[0]?.message);
  return liveShape(program);
}

/** The findings, with those about visitors of what `earlier/` of the folder holds. */
function check(files: readonly ContentFile[], folder = "_base") {
  const [compileCase] = compilersOf(folder);
  const {
    diagnostics: found,
    program,
    understood,
    unread,
  } = compileCase(files);
  const earlier = join(CASES, folder, "earlier");
  const live =
    existsSync(earlier) && understood !== null
      ? liveFindings(shapeOf(filesOf(`${folder}/earlier`)), understood, unread)
      : [];
  const diagnostics = sortDiagnostics([...found, ...live]);
  const texts = new Map(files.map(({ name, text }) => [PREFIX + name, text]));
  const report = pretty(
    diagnostics,
    files.length,
    (file) => texts.get(file),
    plain,
  );
  return { diagnostics, program, report: `${report}\n` };
}

const checked = new Map<string, ReturnType<typeof check>>();

/** What is found in a case as it is. */
function checkCase(folder: string) {
  const found = checked.get(folder) ?? check(filesOf(folder), folder);
  checked.set(folder, found);
  return found;
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

test("every code is an area and a noun in small letters and dashes", () => {
  const form = /^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/;
  expect(codes.filter((code) => !form.test(code))).toEqual([]);
});

test("every code of the catalogues has a case, and every case is about one", () => {
  const covered = new Set(folders.map(codeOf));
  expect(codes.filter((code) => !covered.has(code))).toEqual([]);
  const strays = folders.filter(
    (folder) => codeOf(folder) === null && !folder.startsWith("several--"),
  );
  expect(strays).toEqual([]);
});

test("findings say what is not a page, which key is unknown, and what was expected", () => {
  const other =
    /(?<!there )\bis no (?!longer\b|more\b)\w+|means nothing here|expected a text/g;
  const said = folders.flatMap((folder) => [
    ...checkCase(folder).report.matchAll(other),
  ]);
  expect(said.map(([words]) => words)).toEqual([]);
});

describe.each(folders)("%s", (folder) => {
  const { diagnostics, program, report } = checkCase(folder);
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
    if (!code?.startsWith("live/")) expect(program === null).toBe(failed);
  });

  test("is told alike when nothing is to be emitted", () => {
    const live = diagnostics.filter(({ code }) => code.startsWith("live/"));
    const [, checkCase] = compilersOf(folder);
    expect(checkCase(filesOf(folder)).diagnostics).toEqual(
      diagnostics.filter((one) => !live.includes(one)),
    );
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

const REFUSED = new Set(["currency-unknown--of-a-price"]);

/** Behind these, what a page or a key holds is not looked at; more may come to light when they are mended. */
const HIDING = new Set<string>(["page/unknown", "schema/unknown-key"]);

describe("fixes", () => {
  const fixable = folders.flatMap((folder) => {
    const { diagnostics } = checkCase(folder);
    return diagnostics.flatMap((one, n) =>
      one.fix === undefined ? [] : [{ folder, n, ...one, fix: one.fix }],
    );
  });

  test.each(fixable)(
    "of $folder, $n: $code is gone, and nothing else has come",
    ({ folder, code, message, fix }) => {
      const files = filesOf(folder);
      // All changes of a fix are in one file, which may be another one than the finding's.
      const [file = "", ...more] = new Set(fix.changes.map(fileOf));
      expect(more).toEqual([]);
      const name = file.slice(PREFIX.length);
      const before = files.find((one) => one.name === name)?.text ?? "";
      const { text, applied } = applyFixes(file, before, [fix.changes]);
      // A key that is there already is no cure for one that is misspelled.
      if (applied === 0 && REFUSED.has(folder))
        return expect(text).toBe(before);
      expect(applied, "the fix changes the file").toBe(1);
      const others = files.filter((one) => one.name !== name);
      const found = checkCase(folder).diagnostics;
      const left = check([...others, { name, text }], folder).diagnostics;
      const said = (list: readonly Diagnostic[]) =>
        list.map((one) => `${one.code}: ${one.message}`);
      const count = (list: readonly Diagnostic[]) =>
        said(list).filter((one) => one === `${code}: ${message}`).length;
      expect(count(left)).toBe(count(found) - 1);
      if (!HIDING.has(code))
        expect(said(left).filter((one) => !said(found).includes(one))).toEqual(
          [],
        );
      // One stretch of characters on one line, or a line more for the key of a list and each of its items.
      const lines = fix.changes.map((change) =>
        change.kind === "add-items" ? change.items.length + 1 : 1,
      );
      expect(changedLines(before, text)).toBeLessThanOrEqual(
        lines.reduce((sum, one) => sum + one, 0),
      );
    },
  );
});

/** How many lines of `after` are not among those of `before`. */
function changedLines(before: string, after: string): number {
  const known = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !known.has(line)).length;
}

test("docs/findings.md says of each code what it protects from, once", () => {
  const guide = readFileSync(join(ROOT, "docs/findings.md"), "utf8");
  const told = [...guide.matchAll(/^\| `([\w-]+\/[\w-]+)`/gm)].map(
    ([, code = ""]) => code,
  );
  expect(told.toSorted()).toEqual(codes.toSorted());
});
