import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCompiler } from "../compile.ts";
import { emitFunnel } from "../emit/funnel.ts";
import { emitSite } from "../emit/site.ts";
import type { Environment } from "../link/environment.ts";
import type { Program } from "../link/program.ts";
import { liveShape } from "../live/shape.ts";
import type { ContentFile } from "../parse/file-name.ts";
import {
  baseEnvironment,
  baseFiles,
  quizText,
} from "../testing/base-content.ts";
import { openCache } from "../workspace/build-cache.ts";
import { linkedParts } from "./linked-parts.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-linked-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const QUESTION = "- { id: mood, ask: How are you?, options: [Well, Ill] }";
const OTHER = {
  name: "demo/other.yaml",
  text: quizText(QUESTION).replace("/quiz", "/other"),
};
const FILES = [...baseFiles, OTHER];

/** A file with another text, among the others. */
function withText(name: string, change: (text: string) => string) {
  return FILES.map((file) =>
    file.name === name ? { name, text: change(file.text) } : file,
  );
}

/** Compiles as one build does; what had to be linked for that, by the names of files and of brands. */
function build(
  files: readonly ContentFile[],
  environment: Environment = baseEnvironment,
  fingerprint = "1",
) {
  const kept = linkedParts(openCache(dir), fingerprint, environment, files);
  const linked: string[] = [];
  const noted =
    <T>(name: string, make: () => T) =>
    () => {
      linked.push(name);
      return make();
    };
  const compilation = createCompiler(environment)(files, {
    funnel: (file, make) => kept.funnel(file, noted(file.name, make)),
    brand: (brand, make) => kept.brand(brand, noted(brand.id, make)),
  });
  return { ...compilation, linked };
}

function emitted(program: Program | null) {
  if (program === null) throw new Error("nothing was understood");
  const { brands, funnels } = program;
  return [
    liveShape(program),
    ...brands.flatMap((node) => [
      emitSite(node),
      emitFunnel(node.pages.funnel),
    ]),
    ...funnels.map(({ funnel }) => emitFunnel(funnel)),
    ...funnels.map((node) => [node.key, node.variables(), node.source.data]),
  ];
}

const ALL = ["demo/other.yaml", "demo/quiz.yaml", "demo"];
const inOrder = (names: readonly string[]) => names.toSorted();

test("what was linked before is not linked again, and is the same", () => {
  const first = build(FILES);
  const again = build(FILES);
  expect(inOrder(first.linked)).toEqual(inOrder(ALL));
  expect(again.linked).toEqual([]);
  expect(emitted(again.program)).toEqual(emitted(first.program));
  expect(again.diagnostics).toEqual(first.diagnostics);
});

test("a changed funnel is linked anew, with its brand", () => {
  build(FILES);
  const changed = withText(OTHER.name, (text) =>
    text.replace("How are you?", "How was it?"),
  );
  const { linked, program } = build(changed);
  expect(inOrder(linked)).toEqual(["demo", OTHER.name]);
  const fresh = createCompiler(baseEnvironment)(changed);
  expect(emitted(program)).toEqual(emitted(fresh.program));
});

test("findings are those of a compilation from nothing, errors too", () => {
  const wrong = withText(OTHER.name, (text) =>
    text.replace("options:", "optoins:"),
  );
  const fresh = createCompiler(baseEnvironment)(wrong);
  expect(fresh.diagnostics).not.toEqual([]);
  for (const { program, diagnostics } of [build(wrong), build(wrong)]) {
    expect(program).toBeNull();
    expect(diagnostics).toEqual(fresh.diagnostics);
  }
});

const others: readonly [string, () => ReturnType<typeof build>][] = [
  ["site", () => build(withText("site.yaml", (text) => `${text}# more\n`))],
  [
    "brand",
    () => build(withText("demo/brand.yaml", (text) => `${text}# more\n`)),
  ],
  [
    "pictures",
    () =>
      build(FILES, {
        ...baseEnvironment,
        assets: () => ({
          names: ["a.svg"],
          problems: [],
          read: () => ({ hash: "0", width: 1, height: 1, isMoving: false }),
        }),
      }),
  ],
  ["language", () => build(FILES, { ...baseEnvironment, fonts: [] })],
  ["fingerprint", () => build(FILES, baseEnvironment, "2")],
];

test.each(others)("with another %s all is linked anew", (_, change) => {
  build(FILES);
  expect(inOrder(change().linked)).toEqual(inOrder(ALL));
});

test("what was written to since is linked anew", () => {
  build(FILES);
  for (const entry of readdirSync(dir))
    rmSync(join(dir, entry, "value"), { force: true });
  expect(inOrder(build(FILES).linked)).toEqual(inOrder(ALL));
});
