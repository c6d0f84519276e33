import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createCompiler } from "../compile.ts";
import { spliced } from "../edit/splice.ts";
import { liveFindings } from "../live/compare.ts";
import { liveShape } from "../live/shape.ts";
import { data } from "../schema/read.ts";
import { baseEnvironment, baseFiles } from "../testing/base-content.ts";
import { serviceWith } from "../testing/service.ts";

const QUIZ = "demo/quiz.yaml";
const base = new Map(baseFiles.map(({ name, text }) => [name, text]));
const quiz = base.get(QUIZ) ?? "";
const ONLY = "  - { id: mood, ask: How are you?, options: [Good, Bad] }";

/** The quiz with another only question. */
const asking = (question: string) => quiz.replace(ONLY, question);

/** Renames what stands before the cursor in the quiz; the files afterwards, or why not. */
function renamed(
  changed: Readonly<Record<string, string>>,
  before: string,
  to: string,
): ReadonlyMap<string, string> | string {
  const files = new Map([...base, ...Object.entries(changed)]);
  const service = serviceWith(changed);
  const text = files.get(QUIZ) ?? "";
  const offset = text.indexOf(before) + before.length;
  const renaming = service.rename(QUIZ, offset, to);
  if (renaming.kind === "refused") return renaming.reason;
  return new Map(
    [...files].map(([name, own]) => [
      name,
      spliced(own, renaming.edits.get(name) ?? []),
    ]),
  );
}

describe("earlier names of a question", () => {
  test.each([
    [
      "on lines of their own",
      `  - id: feeling
    ask: How are you?
    was:
      - mood # until May
      # until June
      - state # and a half
    options: [Good, Bad]`,
      `    was:
      - mood # until May
      # until June
      - state # and a half
      - feeling
`,
    ],
    [
      "between brackets",
      `  - id: feeling
    ask: How are you?
    was: [
      mood, # until May
      state ] # and a half
    options: [Good, Bad]`,
      `    was: [
      mood, # until May
      state, feeling ] # and a half
`,
    ],
  ])("stay as they are written, %s", (_how, question, expected) => {
    const files = renamed({ [QUIZ]: asking(question) }, "id: feeling", "heart");
    if (typeof files === "string") throw new Error(files);
    const text = files.get(QUIZ) ?? "";
    expect(text).toContain("id: heart");
    expect(text).toContain(expected);
  });

  test("can be taken again", () => {
    const question =
      "  - { id: feeling, was: [mood, state], ask: How are you?, options: [Good, Bad] }";
    const files = renamed({ [QUIZ]: asking(question) }, "id: feeling", "mood");
    if (typeof files === "string") throw new Error(files);
    expect(files.get(QUIZ)).toBe(
      asking(
        "  - { id: mood, was: [feeling, state], ask: How are you?, options: [Good, Bad] }",
      ),
    );
  });

  test("of a choice can be taken again", () => {
    const question =
      "  - { id: mood, ask: How are you?, options: [{ label: Good, value: fine, was: [good] }, Bad] }";
    const files = renamed({ [QUIZ]: asking(question) }, "value: fine", "good");
    if (typeof files === "string") throw new Error(files);
    expect(files.get(QUIZ)).toContain(
      "{ label: Good, value: good, was: [fine] }",
    );
  });
});

test.each([
  ["a question", "id: mood", "feeling"],
  ["a step among the questions that asks nothing", "id: note", "hint"],
  ["a choice", "value: good", "fine"],
  ["a product", "product: small", "tiny"],
])("nothing of visitors on their way is lost with %s", (_what, before, to) => {
  const text = asking(`  - { id: first, ask: Ready?, options: [Yes, Soon] }
  - { id: mood, ask: How are you?, options: [{ label: Good, value: good }, Bad] }
  - { id: note, page: info, heading: A note }`).replace("2-email", "4-email");
  const files = renamed({ [QUIZ]: text }, before, to);
  if (typeof files === "string") throw new Error(files);
  const compile = createCompiler(baseEnvironment);
  const programOf = (all: ReadonlyMap<string, string>) => {
    const { program, diagnostics } = compile(
      [...all].map(([name, own]) => ({ name, text: own })),
    );
    if (program === null) throw new Error(diagnostics[0]?.message);
    return program;
  };
  const earlier = programOf(new Map([...base, [QUIZ, text]]));
  expect(liveFindings(liveShape(earlier), programOf(files))).toEqual([]);
});

test.each([
  ["on lines of its own", (text: string) => text],
  [
    "between brackets",
    (text: string) =>
      text.replace(
        /products:\n(?: .*\n)+/,
        "products: { small: { name: One week, price: { USD: 9, EUR: 9, GBP: 9, CAD: 9 } }, plan: { name: P, price: { USD: 9, EUR: 9, GBP: 9, CAD: 9 } } }\n",
      ),
  ],
])("a product is kept as retired where it is written %s", (_how, edit) => {
  const brand = edit(base.get("demo/brand.yaml") ?? "");
  const files = renamed({ "demo/brand.yaml": brand }, "product: small", "tiny");
  if (typeof files === "string") throw new Error(files);
  const { small, tiny } = data(
    data(parse(files.get("demo/brand.yaml") ?? "")).products,
  );
  expect(tiny).toEqual(data(data(parse(brand)).products).small);
  expect(small).toEqual({ ...data(tiny), retired: true });
});

test.each([
  ["a quote that is not closed", "product: small", 'product: "small'],
  ["an anchor", "product: small", "product: &one small"],
  ["a title whose quote swallows the file", "name: Quiz", 'name: "Quiz'],
])(
  "nothing is renamed while a file that uses it cannot be read: %s",
  (_what, from, to) => {
    const other = quiz
      .replace("mounts: [/quiz]", "mounts: [/other]")
      .replace(from, to);
    expect(
      renamed({ "demo/other.yaml": other }, "product: small", "tiny"),
    ).toBe(
      "demo/other.yaml cannot be read as it is, and may use this name: mend it first.",
    );
  },
);

test("a file that cannot be read and does not hold the name is in nobody's way", () => {
  const other = 'name: "Other\n';
  const files = renamed({ "demo/other.yaml": other }, "product: small", "tiny");
  if (typeof files === "string") throw new Error(files);
  expect(files.get("demo/brand.yaml")).toContain("  tiny: { name: One week");
});

test.each([
  ["young", '"18"'],
  ['"young"', '"18"'],
  ["'young'", "'18'"],
])(
  "a name that YAML takes for a number is written in quotes: %s becomes %s",
  (before, after) => {
    const files = renamed(
      {
        [QUIZ]: asking(
          `  - { id: mood, ask: How old?, options: [{ label: Young, value: ${before} }, Old] }
  - { id: next, when: { mood: [${before}] }, ask: And?, options: [A, B] }`,
        ),
      },
      `value: ${before.replace(/.$/, "")}`,
      "18",
    );
    if (typeof files === "string") throw new Error(files);
    expect(files.get(QUIZ)).toContain(
      `{ label: Young, was: [young], value: ${after} }`,
    );
    expect(files.get(QUIZ)).toContain(`when: { mood: [${after}] }`);
  },
);

test("a question that is called as what a mail knows leaves the mail alone", () => {
  const mail = `mails:
  contact.stored: { subject: Hello, text: "Dear {{ name | friend }}" }

questions:`;
  const files = renamed(
    {
      [QUIZ]: asking(
        `  - { id: name, page: text, ask: Your name?, contact: name }
  - { id: hello, page: info, heading: "Hello {{ name | friend }}" }`,
      ).replace("questions:", mail),
    },
    "id: name",
    "called",
  );
  if (typeof files === "string") throw new Error(files);
  expect(files.get(QUIZ)).toContain("Dear {{ name | friend }}");
  expect(files.get(QUIZ)).toContain("Hello {{ called | friend }}");
});

describe("a page whose address has its name in it", () => {
  const path = 'path: "more/{which}"';
  const text = quiz
    .replace("mounts: [/quiz]", "mounts: [/quiz, { path: /other }]")
    .replace(
      "  - { path: thank-you",
      `  - { ${path}, id: one, page: upsell, heading: "[One](/quiz/more/one)", product: small, acceptLabel: Take it, accept: thank-you, decline: thank-you }
  - { path: thank-you`,
    )
    .replace("accept: thank-you", "accept: one");

  test("is led to from its old one, below each mount", () => {
    const files = renamed({ [QUIZ]: text }, "id: one", "two");
    if (typeof files === "string") throw new Error(files);
    expect(files.get(QUIZ)).toContain(`{ ${path}, id: two, page: upsell`);
    expect(files.get(QUIZ)).toContain('heading: "[One](/quiz/more/two)"');
    expect(files.get(QUIZ)).toContain("accept: two");
    const { redirects } = data(parse(files.get("demo/brand.yaml") ?? ""));
    expect(redirects).toEqual([
      { from: "/quiz/more/one", to: "/quiz/more/two" },
      { from: "/other/more/one", to: "/other/more/two" },
    ]);
  });

  test("is not renamed while the brand's file cannot be read", () => {
    const brand = `${base.get("demo/brand.yaml") ?? ""}redirects: "\n`;
    expect(
      renamed({ [QUIZ]: text, "demo/brand.yaml": brand }, "id: one", "two"),
    ).toBe('"one" cannot be changed in demo/brand.yaml.');
  });
});
