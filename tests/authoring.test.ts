import { readFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { describe, expect, test } from "vitest";
import { createCompiler } from "../compiler/compile.ts";
import type { Environment } from "../compiler/link/environment.ts";
import { ROOT } from "../compiler/testing/root.ts";
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import type { Assets } from "../compiler/link/scope.ts";
import { pretty } from "../compiler/report/pretty.ts";
import {
  readSchemaDir,
  readEnvironment,
} from "../compiler/workspace/environment.ts";
import { contentTree, type Laid } from "./authoring/content-tree.ts";
import { examplesOf, type Example } from "./authoring/examples.ts";

const PREFIX = "funnels/";
const GUIDE = readFileSync(join(ROOT, "docs/authoring.md"), "utf8");
const WHOLE = readFileSync(join(ROOT, "docs/whole-quiz.yaml"), "utf8");
const examples = examplesOf(GUIDE);
const right = examples.filter((example) => !example.isWrong);
const wrong = examples.filter((example) => example.isWrong);
const lay = contentTree(examples);

const PICTURES = ["lamp.svg", "moon.svg", "logo.svg", "film.mp4", "film.vtt"];
const assets: Assets = {
  problems: [],
  names: PICTURES,
  read: (name) =>
    PICTURES.includes(name)
      ? { hash: "1a2b3c4d", width: 80, height: 60, isMoving: false }
      : undefined,
};
const environment: Environment = {
  ...readEnvironment(ROOT, "", PREFIX),
  assets: () => assets,
};
const compile = createCompiler(environment);

/**
 * Every error, and the warnings about the example itself: the tree around it may hold more than it uses. Remarks are no
 * mistakes: an example shows a fallback where a longer funnel needs it.
 */
function findings({ files, file, from, to }: Laid): Diagnostic[] {
  return compile(files).diagnostics.filter(
    ({ severity, at }) =>
      severity === "error" ||
      (severity === "warning" &&
        at.file === PREFIX + file &&
        at.line >= from &&
        at.line < to),
  );
}

const titled = (list: readonly Example[]) =>
  list.map((example) => [example.line, example.kind, example] as const);

describe("every example of the guide passes the check", () => {
  test.each(titled(right))("line %i: %s", (_line, _kind, example) => {
    const found = findings(lay(example));
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });
});

describe("every mistake shown in the guide is told in the words shown", () => {
  test.each(titled(wrong))("line %i: %s", (_line, _kind, example) => {
    const laid = lay(example);
    const found = findings(laid);
    expect(found).not.toEqual([]);
    const isFile = example.kind.endsWith(".yaml");
    expect(isFile ? report(found, laid) : inShort(found)).toBe(example.said);
  });
});

test("a quiz of thirty questions with its offers takes 150 lines, and passes the check", () => {
  const others = right.slice(0, 1).flatMap((example) => lay(example).files);
  const files = [...others, { name: "lantern/whole.yaml", text: WHOLE }];
  const { diagnostics, program } = compile(files);
  const about = diagnostics.filter(
    ({ at, severity }) => severity !== "info" && at.file.endsWith("whole.yaml"),
  );
  expect(about.map(({ message }) => message)).toEqual([]);
  const whole = program?.funnels.find(({ key }) => key.endsWith("/whole"));
  expect(whole?.answered.size).toBe(30);
  expect(WHOLE.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

describe("the guide shows the whole language", () => {
  const shown = right.map(({ text }) => text).join("\n");
  const shows = (words: string) => new RegExp(`\\b${words}\\b`).test(shown);
  const place = "an example of docs/authoring.md has it";

  test.each(Object.keys(readSchemaDir(ROOT, "pages")))("page %s", (page) => {
    expect(shows(`page: ${page}`), place).toBe(true);
  });
  test.each(Object.keys(readSchemaDir(ROOT, "sections")))(
    "section %s",
    (section) => {
      expect(shows(`section: ${section}`), place).toBe(true);
    },
  );
  test("every yaml block is an example", () => {
    expect(examples).toHaveLength(GUIDE.split("```yaml\n").length - 1);
  });
});

function inShort(found: readonly Diagnostic[]): string {
  return found
    .map(({ message, hint }) => `${message}\n→ ${hint ?? ""}`)
    .join("\n\n");
}

function report(found: readonly Diagnostic[], { files }: Laid): string {
  const textOf = (file: string) =>
    files.find(({ name }) => PREFIX + name === file)?.text;
  return pretty(found, files.length, textOf, pc.createColors(false));
}
