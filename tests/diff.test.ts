import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { afterAll, describe, expect, test } from "vitest";
import { parse, parseDocument, stringify } from "yaml";
import { createCompiler } from "../compiler/compile.ts";
import type { Differences } from "../compiler/diff/change.ts";
import { brandChanges } from "../compiler/diff/brand.ts";
import { programDifferences } from "../compiler/diff/compare.ts";
import { propsChanges } from "../compiler/diff/props.ts";
import type { Program } from "../compiler/link/program.ts";
import { brandOf, type ContentFile } from "../compiler/parse/file-name.ts";
import { prettyChanges } from "../compiler/report/changes.ts";
import { data, items } from "../compiler/schema/read.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";
import { addresses } from "./diff/addresses.ts";
import { asked } from "./diff/asked.ts";
import { experiments } from "./diff/experiments.ts";
import { looks } from "./diff/looks.ts";
import { money } from "./diff/money.ts";
import { ADHD, CALM, SITE } from "./diff/planted.ts";
import { texts } from "./diff/texts.ts";
import { ways } from "./diff/ways.ts";
import { someOf } from "./testing/long.ts";

const CONTENT = join(ROOT, "funnels");
const files = readContent(CONTENT);
const environment = readEnvironment(ROOT, CONTENT, "funnels/");
const { language } = environment;
const compile = createCompiler({ ...environment, purpose: "compare" });

/** A file with its brand: what is read of the others would change nothing of it. */
const parts = new Map<string, { part: ContentFile[]; before: Program }>();

function partOf(name: string) {
  const part = files.filter((file) =>
    name === SITE
      ? [SITE, CALM, ADHD].includes(file.name)
      : [name, SITE, `${brandOf(name)}/brand.yaml`].includes(file.name),
  );
  const known = parts.get(name) ?? { part, before: programOf(part) };
  parts.set(name, known);
  return known;
}

function programOf(tree: readonly ContentFile[]): Program {
  const { understood, diagnostics } = compile(tree);
  const refused = diagnostics.find(({ code }) => /^(yaml|schema)/.test(code));
  if (understood === null || refused !== undefined)
    throw new Error(refused?.message);
  return understood;
}

/** What changes where one file reads otherwise. */
function differences(
  name: string,
  edit: (text: string) => string,
): Differences {
  const { part, before } = partOf(name);
  const after = part.map((file) =>
    file.name === name ? { name, text: edit(file.text) } : file,
  );
  expect(after, "the edit changes the file").not.toEqual(part);
  return programDifferences(before, programOf(after), language);
}

/** Long texts stay on one line, as people write them: those are read the fast way. */
const ON_ONE_LINE = { lineWidth: 0 };

const NOTHING: Differences = { changes: [], pages: {} };

const names = files.map(({ name }) => name);

describe("nothing changes for visitors", () => {
  someOf(
    test,
    names,
    2,
  )("when %s is written by a program", (name) => {
    expect(differences(name, (text) => stringify(parse(text)))).toEqual(
      NOTHING,
    );
  });

  someOf(
    test,
    names,
    2,
  )("when %s has comments, blank lines and CRLF", (name) => {
    const edit = (text: string) =>
      `# Looked at again.\n\n${text}\n# The end.\n`.replaceAll("\n", "\r\n");
    // Texts of several lines keep their own breaks.
    const hasBlocks = files.some(
      (file) => file.name === name && /[|>][-+]?\s*\n/.test(file.text),
    );
    const one = (text: string) => `# Looked at again.\n\n${text}\n# The end.\n`;
    expect(differences(name, hasBlocks ? one : edit)).toEqual(NOTHING);
  });

  someOf(
    test,
    names.filter((name) => name !== "site.yaml"),
    4,
  )("when the keys of %s stand in another order", (name) => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value).map(([key, inside]) => [
        key,
        // The order of scores, bands and legal links is what visitors see.
        ORDERED.has(key) ? inside : turned(inside),
      ]);
      return Object.fromEntries(entries);
    };
    const reversed = (value: unknown): unknown =>
      reverseKeys(turned(value), true);
    expect(
      differences(name, (text) =>
        stringify(reversed(parse(text)), ON_ONE_LINE),
      ),
    ).toEqual(NOTHING);
  });

  test("when an option set takes the choices of a question", () => {
    const edit = (text: string) => {
      const document = parseDocument(text);
      const whole = data(document.toJS());
      const i = items(whole.questions).findIndex((step) =>
        Array.isArray(data(step).options),
      );
      const options = data(items(whole.questions)[i]).options;
      document.setIn(["questions", i, "options"], "taken-out");
      document.setIn(["optionSets", "taken-out"], options);
      return document.toString(ON_ONE_LINE);
    };
    for (const name of ["calm/adhd.yaml", "woo/moon.yaml", "body/boost.yaml"])
      expect([name, differences(name, edit)]).toEqual([name, NOTHING]);
  });

  test("when a section is shared", () => {
    const edit = (text: string) => {
      const document = parseDocument(text);
      const pages = items(data(document.toJS()).pages);
      const i = pages.findIndex(
        (page) => items(data(page).sections).length > 0,
      );
      const [section] = items(data(pages[i]).sections);
      const path = ["pages", i, "sections", 0];
      if (data(section).use !== undefined) return `${text}# Shared already.\n`;
      document.setIn(path, { use: "taken-out" });
      document.setIn(["shared", "taken-out"], section);
      return document.toString(ON_ONE_LINE);
    };
    for (const name of [
      "calm/adhd.yaml",
      "woo/moon.yaml",
      "face-care/face.yaml",
    ])
      expect([name, differences(name, edit)]).toEqual([name, NOTHING]);
  });
});

/** Mappings whose order is seen. */
const ORDERED = new Set(["scores", "products", "codes", "experiments"]);

function reverseKeys(value: unknown, isTop: boolean): unknown {
  if (Array.isArray(value))
    return value.map((item) => reverseKeys(item, false));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inside]) => [
    key,
    ORDERED.has(key) && isTop ? inside : reverseKeys(inside, false),
  ]);
  return Object.fromEntries(entries.toReversed());
}

const PLANTED = {
  money,
  experiments,
  ways,
  asked,
  addresses,
  texts,
  looks,
};

/**
 * All that is told of each change: where it belongs, in which words, with which example, and nothing beside. UPDATE_DIFFS=1
 * writes `tests/diff/*.txt` anew; read the difference before keeping it.
 */
describe.each(Object.entries(PLANTED))("%s", (area, rows) => {
  const golden = join(ROOT, `tests/diff/${area}.txt`);
  const expected = expectations(golden);
  const said = new Map<string, string>();
  afterAll(() => {
    if (process.env.UPDATE_DIFFS === "1")
      writeFileSync(
        golden,
        [...said].map(([what, text]) => `## ${what}\n\n${text}\n`).join("\n"),
      );
  });

  test.each(rows)("%s is told", (what, name, from, to) => {
    const found = differences(name, (text) => text.replace(from, to));
    said.set(what, prettyChanges(found, pc.createColors(false)));
    if (process.env.UPDATE_DIFFS !== "1")
      expect(said.get(what)).toBe(expected.get(what));
    // No key of the content, and nothing that is meant for programs.
    for (const { what: words, before, after } of found.changes)
      expect(`${words} ${before} ${after}`).not.toMatch(
        /\{"|\["|":["{[\d]|undefined|\[object/,
      );
  });

  test("nothing else is expected", () => {
    const names = rows.map(([what]) => what);
    expect(names).toEqual([...new Set(names)]);
    if (process.env.UPDATE_DIFFS !== "1")
      expect([...expected.keys()]).toEqual(names);
  });
});

describe("whatever is another value is told", () => {
  const { understood } = compile(files);
  const nodes = understood?.funnels ?? [];
  const kinds = new Map(
    nodes.flatMap((node) =>
      node.funnel.steps.map((step) => [step.page, { node, step }] as const),
    ),
  );
  const sections = new Map(
    nodes.flatMap((node) =>
      node.funnel.steps.flatMap((step) =>
        items(data(step.props).sections).map(
          (section) => [String(data(section).section), { node, step }] as const,
        ),
      ),
    ),
  );

  test.each([...kinds, ...sections])("on %s", (_, { node, step }) => {
    const silent = placesIn(step.props).filter((place) => {
      const props = otherwise(step.props, place);
      const reading = {
        language,
        before: node,
        after: node,
        redirects: new Map<string, string>(),
      };
      return propsChanges(step.props, props, step.page, reading).length === 0;
    });
    expect(silent).toEqual([]);
  });

  test.each(
    (understood?.brands ?? []).map((node) => [node.brand.id, node] as const),
  )("of the brand %s", (id, node) => {
    const { brand, payPeoValue, home, redirects } = node;
    const { theme, products, retentionDays, mails } = node;
    const said = { brand, payPeoValue, home, redirects };
    const parts = { ...said, theme, products, retentionDays, mails };
    const silent = placesIn(parts).filter((place) => {
      const other: typeof node = { ...node, ...otherwise(parts, place) };
      return brandChanges(id, node, other, language).length === 0;
    });
    expect(silent).toEqual([]);
  });
});

/** What the compiler works out of the rest, or names by what visitors do not see. */
const WORKED_OUT = new Set([
  "madeOf",
  "was",
  "section",
  "kind",
  "hash",
  "width",
  "height",
  "widths",
  "points",
]);
/** Of a brand: its folder, what the site says for all of them, and what is taken from its pages. */
const OF_OTHERS =
  /^(?:brand\/(?:id|currencies|legal)|products\/[^/]+\/code|mails\/\d+\/moment)(?:\/|$)/;

type At = readonly (string | number)[];

/** Where texts, numbers and yes and no stand in a value. */
function placesIn(value: unknown, path: At = []): At[] {
  if (OF_OTHERS.test(path.join("/"))) return [];
  if (typeof value !== "object" || value === null)
    return value === undefined || value === null ? [] : [path];
  return Object.entries(value).flatMap(([key, inside]) =>
    WORKED_OUT.has(key) || isOfRegular(key, inside)
      ? []
      : placesIn(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The regular price of a plan, which the price list has. */
function isOfRegular(key: string, value: unknown): boolean {
  return key === "regular" && String(value).endsWith(".regular");
}

/** The same but for one place: nothing beside the way there is copied. */
function otherwise<T>(value: T, path: At): T {
  const [key, ...inside] = path;
  if (key === undefined) return Object(another(value)).valueOf();
  const whole = Object(value);
  const changed = Array.isArray(whole) ? [...whole] : { ...whole };
  changed[key] = otherwise(whole[key], inside);
  return changed;
}

function another(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return String(value).replace(/(?=\.[^.]*$)|$/, "x");
}

test("at least sixty changes are planted", () => {
  expect(Object.values(PLANTED).flat().length).toBeGreaterThanOrEqual(60);
});

function expectations(file: string): ReadonlyMap<string, string> {
  if (!existsSync(file)) return new Map();
  const parts = readFileSync(file, "utf8").split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [what = "", ...lines] = part.split("\n");
      return [what, lines.join("\n").trim()];
    }),
  );
}

describe("whole files", () => {
  const before = programOf(files);
  const changed = (tree: readonly ContentFile[]) =>
    programDifferences(before, programOf(tree), language).changes.filter(
      ({ area }) => area !== "live",
    );

  test("a funnel that is gone, and one that is new", () => {
    const less = files.filter(({ name }) => name !== ADHD);
    const gone = { area: "addresses", of: "calm/adhd", what: "funnel removed" };
    expect(changed(less)).toMatchObject([{ ...gone, after: null }]);
    const { changes: back } = programDifferences(
      programOf(less),
      before,
      language,
    );
    expect(back).toMatchObject([{ ...gone, what: "new funnel", before: null }]);
  });

  test("a funnel whose file is renamed", () => {
    const renamed = files.map((file) =>
      file.name === ADHD ? { ...file, name: "calm/attention.yaml" } : file,
    );
    expect(changed(renamed)).toMatchObject([
      {
        area: "asked",
        what: "file of the funnel renamed",
        before: "calm/adhd",
        after: "calm/attention",
      },
    ]);
  });

  test("a brand that is gone", () => {
    const less = files.filter(({ name }) => brandOf(name) !== "woo");
    expect(changed(less)).toMatchObject([
      { of: "woo", what: "brand removed" },
      { of: "woo/moon", what: "funnel removed" },
    ]);
  });
});
