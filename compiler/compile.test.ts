import { describe, expect, test } from "vitest";
import {
  baseFiles,
  baseEnvironment,
  compileWith,
  quizText,
} from "./testing/base-content.ts";
import { createCompiler } from "./compile.ts";
import {
  type ContentFile,
  brandOf,
  funnelOf,
  kindOf,
  renamed,
} from "./parse/file-name.ts";

const QUIZ = "demo/quiz.yaml";
const SECOND: ContentFile = {
  name: "demo/sleep.yaml",
  text: quizText("- { id: mood, ask: How?, options: [Good, Bad] }").replace(
    "/quiz",
    "/sleep",
  ),
};
const codes = (files: readonly ContentFile[]) =>
  createCompiler(baseEnvironment)(files).diagnostics.map(
    ({ code, at }) => `${code} ${at.file}`,
  );

describe("what is missing", () => {
  test("the site, once; without it nothing is linked", () => {
    const rest = baseFiles.filter(({ name }) => name !== "site.yaml");
    expect(codes(rest)).toEqual(["content/missing-file site.yaml"]);
  });

  test("a brand, once for all its funnels", () => {
    const rest = [
      ...baseFiles.filter(({ name }) => name !== "demo/brand.yaml"),
      SECOND,
    ];
    expect(codes(rest)).toEqual(["content/missing-file demo/brand.yaml"]);
  });

  test("everything", () => {
    expect(codes([])).toEqual(["content/missing-file site.yaml"]);
  });

  test.each([
    ["site.yaml", "site.yml"],
    ["site.yaml", "sites.yaml"],
    ["site.yaml", "Site.yaml"],
    ["demo/brand.yaml", "demo/Brand.yaml"],
  ])("%s that is called %s is told as that", (right, wrong) => {
    const files = baseFiles.map((file) =>
      file.name === right ? { ...file, name: wrong } : file,
    );
    expect(codes(files)).toEqual([`content/bad-name ${wrong}`]);
  });

  test("a copy of the site beside it is told as that, and the site is read", () => {
    const copy = { name: "Site.yaml", text: "defaultBrand: demo\n" };
    expect(codes([copy, ...baseFiles])).toEqual(["content/bad-name Site.yaml"]);
  });
});

test("a refused file keeps others from being checked by names it may hold", () => {
  const broken = { name: "demo/brand.yaml", text: "project: [\n" };
  const { diagnostics } = compileWith(broken);
  expect(diagnostics.map(({ code }) => code)).toEqual([
    "yaml/unclosed-bracket",
  ]);
});

describe("a compiler remembers", () => {
  const compile = createCompiler(baseEnvironment);
  const first = compile([...baseFiles, SECOND]).program;
  const changed = { ...SECOND, text: SECOND.text.replace("How?", "How now?") };
  const second = compile([...baseFiles, changed]).program;
  const keys = (program: typeof first) =>
    program?.funnels.map(({ key }) => key);

  test("a funnel that has not changed, and links one that has anew", () => {
    expect(keys(first)).toEqual(["demo/quiz", "demo/sleep"]);
    expect(second?.funnels[0]).toBe(first?.funnels[0]);
    expect(second?.funnels[1]).not.toBe(first?.funnels[1]);
    expect(second?.funnels[1]?.funnel.steps[0]?.props.ask).toBe("How now?");
  });

  test("nothing of what a changed brand says", () => {
    const brand = baseFiles.map((file) =>
      file.name === "demo/brand.yaml"
        ? { ...file, text: file.text.replace("name: Demo", "name: Demi") }
        : file,
    );
    const third = compile([...brand, changed]).program;
    expect(third?.funnels[1]?.funnel.steps[1]?.title).toBe("Thank you · Demi");
  });

  test("and yet gives what a new one gives", () => {
    const wrong = { ...SECOND, text: SECOND.text.replace("Good", "Bad") };
    compile([...baseFiles, wrong]);
    const files = [...baseFiles, changed];
    expect(JSON.stringify(compile(files).program)).toBe(
      JSON.stringify(createCompiler(baseEnvironment)(files).program),
    );
  });
});

describe("a site that has a rule switched off", () => {
  const needless = {
    name: QUIZ,
    text: quizText(
      "- { id: mood, ask: How?, options: [Good, Bad] }",
      "- { path: read, page: info, heading: '{{ mood | Some }} day', next: thank-you }",
    ),
  };
  const withRule = (wanted: string, quiz: ContentFile) =>
    [...baseFiles.filter(({ name }) => name !== QUIZ), quiz].map(
      ({ name, text }) => ({
        name,
        text:
          name === "site.yaml"
            ? text.replace(
                "rules: {",
                `rules: { variable/needless-fallback: ${wanted},`,
              )
            : text,
      }),
    );

  test("is told nothing of it, by those that remember either", () => {
    const compile = createCompiler(baseEnvironment);
    const told = (wanted: string) =>
      compile(withRule(wanted, needless)).diagnostics.map(
        ({ code, severity }) => `${severity} ${code}`,
      );
    const found = ["warning variable/needless-fallback"];
    expect(told("warning")).toEqual(found);
    expect(told("off")).toEqual([]);
    expect(told("warning")).toEqual(found);
  });

  test("is not told that a comment excuses nothing of it", () => {
    const text = needless.text.replace(
      /(?=\n.*path: read)/,
      "\n  # funnels-ignore variable/needless-fallback: older visitors",
    );
    expect(codes(withRule("off", { name: QUIZ, text }))).toEqual([]);
  });
});

test("the order of the files does not matter to what is found", () => {
  const wrong = {
    name: QUIZ,
    text: quizText(
      "- { id: mood, ask: How?, options: often }",
      "- { path: a, page: ofer }",
    ),
  };
  const files = [
    ...baseFiles.filter(({ name }) => name !== QUIZ),
    wrong,
    { ...SECOND, text: "a: [\n" },
  ];
  const there = createCompiler(baseEnvironment)(files).diagnostics;
  expect(
    createCompiler(baseEnvironment)(files.toReversed()).diagnostics,
  ).toEqual(there);
  expect(there.length).toBeGreaterThan(1);
});

describe("file names", () => {
  test.each([
    ["site.yaml", "site", "", null],
    ["demo/brand.yaml", "brand", "demo", null],
    ["demo/ex-back.yaml", "funnel", "demo", null],
    ["demo/brand.yml", "brand", "demo", /\.yaml/],
    ["quiz.yaml", "funnel", "", /my-brand\/quiz\.yaml/],
    ["demo/pages.yaml", "funnel", "demo", /another name/],
    ["demo/site.yaml", "funnel", "demo", /another name/],
    ["demo/Quiz Two.yaml", "funnel", "demo", /the name of the file/],
    ["demo/__proto__.yaml", "funnel", "demo", /the name of the file/],
    ["demo/adhd.de.yaml", "funnel", "demo", /other languages/],
    ["demo/adhd.pt-BR.yaml", "funnel", "demo", /other languages/],
    ["demo/adhd.two.yaml", "funnel", "demo", /the name of the file/],
    ["Demo/brand.yaml", "brand", "Demo", /the name of the folder/],
    ["www/brand.yaml", "brand", "www", /another name/],
    ["testing/brand.yaml", "brand", "testing", /another name/],
    ["staging-calm/brand.yaml", "brand", "staging-calm", /another name/],
    ["stagings/brand.yaml", "brand", "stagings", null],
    ["demo/testing-x.yaml", "funnel", "demo", null],
  ])("%s", (name, kind, brand, hint) => {
    expect([kindOf(name), brandOf(name)]).toEqual([kind, brand]);
    if (hint === null) expect(renamed(name)).toBeNull();
    else expect(renamed(name)).toMatch(hint);
  });

  test("of a funnel are its id", () => {
    expect(funnelOf("demo/ex-back.yaml")).toBe("ex-back");
  });
});

describe("a step whose id is wrong is one mistake", () => {
  const found = (questions: string, pages = "", before = "") =>
    codes([
      ...baseFiles.filter(({ name }) => name !== QUIZ),
      { name: QUIZ, text: quizText(questions, pages, before) },
    ]);

  test("and what the flow would be of two that have the same is not told", () => {
    const questions = `- { id: mood, ask: How?, options: [Good, Bad] }
- { id: why, when: { mood: bad }, ask: Why?, options: [This, That] }`;
    const pages =
      '- { path: read, id: why, page: info, heading: Read, text: "You said {{ why }}." }';
    expect(found(questions, pages)).toEqual([`step/duplicate-id ${QUIZ}`]);
  });

  test("and it is not taken for what every object has", () => {
    const questions = `- { id: constructor, ask: How?, options: [Good, Bad] }
- { id: mood, score: calm, ask: And now?, options: [{ label: Good, points: 1 }, Bad] }`;
    const gauge = "{ section: gauge, score: calm, low: Low, high: High }";
    expect(
      found(
        questions,
        `- { path: report, page: report, heading: Here, sections: [${gauge}] }`,
        "scores: { calm: { label: Calm, bands: [{ id: all, label: All }] } }",
      ),
    ).toEqual([`step/reserved-id ${QUIZ}`]);
  });
});
