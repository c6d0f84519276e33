/** The names of the content, held against the compiler: where it refuses a wrong name, the right ones are offered. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCompiler } from "../compiler/compile.ts";
import { spliced } from "../compiler/edit/splice.ts";
import { linesOf } from "../compiler/parse/lines.ts";
import { LanguageService } from "../compiler/service/language-service.ts";
import type { NameKind } from "../compiler/service/mention.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { assetFilesOf, readContent } from "../compiler/workspace/content.ts";
import { checkEnvironment } from "../compiler/workspace/environment.ts";
import {
  editorOf,
  files,
  instead,
  service,
  titled,
  type Used,
  uses,
} from "./testing/names.ts";
import { someOf } from "./testing/long.ts";

function byManner(all: readonly Used[]): ReadonlyMap<string, Used> {
  const manners = new Map<string, Used>();
  for (const use of all) {
    const { kind, form } = use.mention;
    manners.set(`${kind} ${form}`, use);
  }
  return manners;
}

test("there are names of every kind", () => {
  const kinds = new Set(uses.map(({ mention }) => mention.kind));
  expect([...kinds].sort()).toEqual(
    [
      "answer",
      "asset",
      "band",
      "brand",
      "code",
      "currency",
      "experiment",
      "font",
      "option-set",
      "path",
      "product",
      "score",
      "shared",
      "step",
      "variable",
    ].sort(),
  );
});

describe("where a wrong name is refused, the right ones are offered", () => {
  // One for each manner of writing; `names.long.test.ts` tries them all.
  test.each(titled([...byManner(uses).values()]))("%s", (_title, use) => {
    expect(instead(use)).toEqual({ isRefused: true, isOffered: true });
  });
});

/** Findings about names that nobody chooses from what is there. */
const NOT_OFFERED = /^(?:guard|section|page|content|variable|country)\/unknown/;
/** The case of a name that the content does not write, as it stands in a default text. */
const UNWRITTEN = "path-unknown--of-a-default-text";

describe("every unknown name of the golden cases is one that is offered", () => {
  const CASES = join(ROOT, "tests/cases");
  const BASE = join(CASES, "_base");
  const own = checkEnvironment(ROOT, "", (brand) => assetFilesOf(BASE, brand));
  const base = readContent(BASE);
  const folders = readdirSync(CASES).filter(
    (name) =>
      name.includes("-unknown") && !existsSync(join(CASES, name, "earlier")),
  );

  someOf(
    test,
    folders,
    8,
  )("%s", (folder) => {
    const wrong = readContent(join(CASES, folder));
    const texts = new Map(
      [...base, ...wrong].map(({ name, text }) => [name, text]),
    );
    const cases = new LanguageService(own, createCompiler(own), () => "");
    cases.take(texts);
    const unknown = cases
      .check()
      .filter(
        ({ code }) => code.endsWith("/unknown") && !NOT_OFFERED.test(code),
      );
    for (const { at } of unknown) {
      const lines = linesOf(at.file, texts.get(at.file) ?? "");
      const start = lines.startOf(at.line) + at.column - 1;
      const end = lines.startOf(at.endLine) + at.endColumn - 1;
      const names = cases
        .mentions(at.file)
        .filter((one) => one.start >= start - 1 && one.end <= end + 1);
      const isUsed = names.some(({ role }) => role === "use");
      expect(isUsed, at.file).toBe(folder !== UNWRITTEN);
    }
  });
});

/** Kinds whose names are given outside of the content, or by nobody. */
const UNDEFINED = new Set<NameKind>(["asset", "font", "brand"]);

test("every name in the content leads to where it is given", () => {
  const lost = uses.filter(
    ({ file, mention: { kind, start } }) =>
      !UNDEFINED.has(kind) &&
      kind !== "variable" &&
      service.definitions(file, start).length === 0,
  );
  expect(lost.map(({ mention }) => mention.id)).toEqual([]);
});

describe("a thing is renamed everywhere", () => {
  const RENAMABLE: readonly NameKind[] = [
    "step",
    "answer",
    "score",
    "band",
    "option-set",
    "shared",
    "code",
    "experiment",
    "product",
  ];

  const first = (kind: NameKind, text: RegExp) =>
    [...files].flatMap(([file, written]) => {
      const [mention] = service
        .mentions(file)
        .filter((one) => one.kind === kind && one.role === "use");
      return mention === undefined || !text.test(written)
        ? []
        : [[kind, file, mention] as const];
    });

  someOf(
    test,
    // Of two brands, one of which takes its choices from option sets.
    RENAMABLE.flatMap((kind) => [
      ...first(kind, /./).slice(0, 1),
      ...first(kind, /optionSets:/).slice(-1),
    ]),
    5,
  )("%s of %s", ([kind, file, { start, id }]) => {
    if (id === "none") return;
    const to = kind === "experiment" ? "Renamed" : `${id}-renamed`.slice(-40);
    const places = service.references(file, start);
    const renaming = service.rename(file, start, to);
    if (renaming.kind === "refused") throw new Error(renaming.reason);
    const after = new Map(files);
    for (const [name, edits] of renaming.edits)
      after.set(name, spliced(files.get(name) ?? "", edits));
    const renamed = editorOf(after);
    expect(renamed.check()).toEqual([]);
    // Nothing but the name has changed; what browsers keep is led to the new one, and what was bought is kept.
    for (const [name, text] of after) {
      const back = text
        .replaceAll(to, id)
        .replaceAll(
          new RegExp(String.raw`,? *(?:\n *)?was: \[${id}\]`, "g"),
          "",
        )
        .replace(
          new RegExp(
            String.raw`\n {2}${id}:(?: \{.*|\n(?: {4}.*\n)+? {4})retired: true(?: \})?`,
          ),
          "",
        );
      const isNamedNow = places.some(
        ({ mention }) => mention.role === "implicit",
      );
      if (!isNamedNow) expect(back).toBe(files.get(name));
    }
    expect(service.references(file, start)).toEqual(places);
  });

  test.each([
    [
      "a name that there is already",
      "calm/adhd.yaml",
      "accept: thank-you",
      "oto",
      "already",
    ],
    [
      "no name",
      "calm/adhd.yaml",
      "accept: thank-you",
      "Thank you",
      "not a valid name",
    ],
    [
      "a name that conditions have",
      "calm/adhd.yaml",
      "- id: area",
      "band",
      "mistake",
    ],
  ])("not to %s", (_why, file, needle, to, reason) => {
    const at = (files.get(file) ?? "").indexOf(needle) + needle.length - 1;
    expect(service.rename(file, at, to)).toEqual({
      kind: "refused",
      reason: expect.stringContaining(reason),
    });
  });
});

describe("a file that cannot be read", () => {
  const FILE = "calm/adhd.yaml";
  const text = files.get(FILE) ?? "";
  const broken = text.replace("title: A kind look", 'title: "A kind look');

  test("keeps its names, where they now stand, and has one finding", () => {
    const editor = editorOf(new Map([[FILE, broken]]));
    expect(editor.check()).toHaveLength(1);
    const at = broken.indexOf("accept: thank-you") + "accept: ".length;
    expect(
      editor.complete(FILE, at)?.candidates.map(({ name }) => name),
    ).toEqual(
      service.complete(FILE, at - 1)?.candidates.map(({ name }) => name),
    );
    const [place] = editor.definitions(FILE, at);
    const { start = 0, end = 0 } = place?.mention ?? {};
    expect(broken.slice(start, end)).toBe("thank-you");
  });
});

describe("while a line is being written", () => {
  const FILE = "calm/adhd.yaml";
  const text = files.get(FILE) ?? "";

  test.each([
    ["a condition that is not closed", "    when: { ", "area"],
    ["an answer in a list that is not closed", "    when: { age: [", "18-24"],
    ["a key of a condition", "    when:\n      ", "age"],
    ["a variable without quotes", "    text: {{ ", "name"],
    [
      "a variable in quotes that are not closed",
      '    text: "Hi {{ ',
      "score.focus",
    ],
    ["a score in a variable", '    text: "{{ score.', "focus"],
    ["the name of a step without quotes", "    next: ", "thank-you"],
    ["an option set", "    options: ", "frequency"],
  ])("%s", (_what, line, name) => {
    const question = text.indexOf("  - id: area\n");
    const at = question === -1 ? -1 : text.indexOf("\n", question) + 1;
    expect(at).toBeGreaterThan(0);
    const written = `${text.slice(0, at)}${line}\n${text.slice(at)}`;
    const editor = editorOf(new Map([[FILE, written]]));
    const offered = editor.complete(FILE, at + line.length);
    expect(offered?.candidates.map((one) => one.name)).toContain(name);
  });
});
