import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { createCompiler } from "../compile.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { editorSchemas } from "./editor-schemas.ts";
import { schemaProblems } from "./schema-problems.ts";
import { readEnvironment } from "../workspace/environment.ts";

const BASE = join(ROOT, "tests/cases/_base");
const { language, ...environment } = readEnvironment(ROOT, BASE, "");

/** The assets that examples name; a size is enough. */
const assets = {
  problems: [],
  names: ["picture.svg", "film.mp4", "film.vtt"],
  read: () => ({
    hash: "00000000",
    width: 320,
    height: 200,
    isMoving: false,
  }),
};
const compile = createCompiler({
  ...environment,
  language,
  assets: () => assets,
});

const SCORES = ["focus", "rest", "calm"];
const BRAND = readContent(BASE).map(({ name, text }) => ({
  name,
  // The product that examples sell.
  text: text.replace(
    "products:",
    "products:\n  coach: { name: Coach, price: { USD: 19.99, EUR: 18.99 } }",
  ),
}));

const SALE = {
  path: "oto",
  page: "offer",
  heading: "Offer",
  sections: [
    { section: "plans", plans: [{ product: "coach", label: "4 weeks" }] },
  ],
  accept: "thank-you",
  decline: "thank-you",
};

/** The promo codes that pages hand out, and what they lower. */
function codesOf(pages: readonly unknown[]) {
  const code = { code: "FOCUS-*", off: "10%", products: ["coach"] };
  const ids = pages.map((page) => Object(page).code).filter(Boolean);
  return ids.length === 0
    ? { codes: {}, sale: [] }
    : {
        codes: { codes: Object.fromEntries(ids.map((id) => [id, code])) },
        sale: [SALE],
      };
}

/** A funnel with what examples refer to: questions, scores, a thank-you page; everything in it is used. */
function funnelWith(questions: readonly unknown[], pages: readonly unknown[]) {
  const gauges = SCORES.map((score) => ({
    section: "gauge",
    score,
    low: "Low",
    high: "High",
  }));
  const { codes, sale } = codesOf(pages);
  const funnel = {
    ...codes,
    name: "Example",
    title: "An example",
    mounts: ["/quiz"],
    scores: Object.fromEntries(
      SCORES.map((score) => [
        score,
        { label: score, bands: [{ id: "all", label: "All" }] },
      ]),
    ),
    questions: [
      { id: "goal", ask: "What for?", options: ["Rest", "Focus"] },
      ...SCORES.map((score) => ({
        id: `how-${score}`,
        page: "scale",
        score,
        ask: "How?",
        low: "Low",
        high: "High",
      })),
      ...questions,
    ],
    pages: [
      { path: "result", page: "report", heading: "Result", sections: gauges },
      ...pages,
      ...sale,
      { path: "thank-you", page: "thank-you", heading: "Thank you" },
    ],
  };
  const files = BRAND.map((file) =>
    file.name === "demo/quiz.yaml"
      ? { ...file, text: stringify(funnel) }
      : file,
  );
  return compile(files).diagnostics;
}

const kinds = Object.entries(language.pages);

describe("the examples of schemas are right", () => {
  test.each(
    kinds.flatMap(([page, schema]) =>
      (schema.examples ?? []).map((example) => [page, example] as const),
    ),
  )("page %s", (page, example) => {
    const isQuestion = language.traits.pages[page]?.place === "question";
    const step = isQuestion
      ? { id: "it", page }
      : { path: "it", page, ...endOf(page) };
    const item = Object.assign(step, example);
    const found = isQuestion
      ? funnelWith([item], [])
      : funnelWith([], withPicture(page, item));
    // Points without a score, or a sequel to no sale: that is a warning, and none of the example's.
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each(
    Object.entries(language.sections).flatMap(([section, schema]) =>
      (schema.examples ?? []).map((example) => [section, example] as const),
    ),
  )("section %s", (section, example) => {
    const sections = [Object.assign({ section }, example)];
    const page = { path: "it", page: "report", heading: "It", sections };
    const needsOne = language.traits.sections[section]?.visitorPicture === true;
    const found = funnelWith([], [...(needsOne ? PICTURE : []), page]);
    // Some sections do nothing on this page: that is a warning, and none of the example's.
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

/** The pages that make a picture of a visitor's photo: each by its example, and none without the others. */
const PICTURE: readonly object[] = ["photo", null].flatMap((sends) =>
  kinds.flatMap(([page, { examples = [] }]) => {
    const traits = language.traits.pages[page];
    return traits?.visitorPicture === true && traits.sends === sends
      ? [Object.assign({ path: page, page }, examples[0])]
      : [];
  }),
);

/** A page with those that it needs around it. */
function withPicture(page: string, item: object): readonly object[] {
  return language.traits.pages[page]?.visitorPicture === true
    ? PICTURE.map((one) => ("page" in one && one.page === page ? item : one))
    : [item];
}

/** A page without a way on is skipped by some visitors, so that the page behind it is reached as well. */
function endOf(page: string): Record<string, unknown> {
  return language.traits.pages[page]?.flow === "end"
    ? { when: { goal: "rest" } }
    : {};
}

test.each([
  ["a slip", { hepl: "Take your time." }, "safe"],
  [
    "a key of something else that only looks like one",
    { page: "multi", note: "Up to two." },
    null,
  ],
  ["a value that is a slip", { layout: "gird" }, "safe"],
  ["a value of something else", { layout: "picture" }, "suggested"],
] as const)(
  "%s is mended without asking only where nothing else can be meant",
  (_, keys, kind) => {
    const question = { id: "why", ask: "Why?", options: ["A", "B"], ...keys };
    const fixes = funnelWith([question], []).flatMap(({ fix }) => fix ?? []);
    expect(fixes.map((fix) => fix.kind)).toEqual(kind === null ? [] : [kind]);
  },
);

test("no page has a key that every step has", () => {
  const reserved = new Set(
    ["question", "page"].flatMap((name) =>
      Object.keys(language.envelopes.funnel.$defs?.[name]?.properties ?? {}),
    ),
  );
  expect([...reserved].sort()).toEqual([
    "aliases",
    "description",
    "experiment",
    "guards",
    "id",
    "next",
    "page",
    "part",
    "path",
    "sensitive",
    "title",
    "unanswered",
    "was",
    "when",
  ]);
  for (const [page, schema] of kinds)
    for (const key of Object.keys(schema.properties ?? {}))
      expect([page, reserved.has(key)]).toEqual([page, false]);
});

test("schemas say of themselves what editors and docs show", () => {
  expect(schemaProblems(language)).toEqual([]);
});

test.each([
  [{ title: undefined }, "there is no title, which menus show"],
  [{ $id: "pages/info.schema.json" }, /^\$id is "pages\/info/],
  [{ examples: [] }, /^there is no example/],
  [{ properties: { by: {} } }, "by has no description"],
  [
    { properties: { by: { description: "Who.", type: "strng" } } },
    /^by has the type "strng"/,
  ],
  [
    { properties: { by: { description: "Who.", format: "txt" } } },
    /^by has the format "txt", which there is not; there are asset,/,
  ],
  [
    { properties: { by: { description: "Who.", items: { pattern: "^x$" } } } },
    /^by\[\] has a pattern without words/,
  ],
])("a page with %j is refused", (changes, told) => {
  const text = { ...language.pages["text"], ...changes };
  const pages = { ...language.pages, text };
  const file = "schema/pages/text.schema.json: ";
  const [problem = "", ...others] = schemaProblems({ ...language, pages });
  expect(others).toEqual([]);
  expect(problem.startsWith(file)).toBe(true);
  expect(problem.slice(file.length)).toMatch(told);
});

test("the schemas that editors read are woven from these", () => {
  for (const [name, text] of Object.entries(editorSchemas(language))) {
    const isCurrent = readFileSync(join(ROOT, "schema", name), "utf8") === text;
    expect(isCurrent, `${name} is old: run npx funnels schema`).toBe(true);
  }
});
