import { describe, expect, test } from "vitest";
import { createCompiler } from "../compile.ts";
import { baseEnvironment, baseFiles } from "../testing/base-content.ts";
import { LanguageService } from "./language-service.ts";

const QUIZ = "demo/quiz.yaml";
const BRAND = "demo/brand.yaml";
const CURSOR = "‸";
const base = new Map(baseFiles.map(({ name, text }) => [name, text]));
const quiz = base.get(QUIZ) ?? "";
const service = new LanguageService(
  baseEnvironment,
  createCompiler(baseEnvironment),
  (_brand, name) => name,
);

/** The line of the cursor once a name that is offered there was taken. */
function taken(
  written: string,
  name: string,
  file: string = QUIZ,
): string | undefined {
  const offset = written.indexOf(CURSOR);
  const text = written.replace(CURSOR, "");
  service.take(new Map([...base, [file, text]]));
  const offered = service.complete(file, offset);
  const names = offered?.candidates.map((one) => one.name) ?? [];
  if (offered === null || !names.includes(name)) return undefined;
  const { start, end } = offered;
  const after = text.slice(0, start) + name + text.slice(end);
  const lines = after.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return lines.split(/\r?\n/, 1)[0]?.trim();
}

describe("a name takes the place of all that is written of one", () => {
  const picture = (line: string) =>
    quiz.replace(
      "options: [Good, Bad] }",
      `options: [{ label: Good, picture: ${line} }, Bad] }`,
    );

  test.each([
    ["begun", "group ‸"],
    ["begun further", "group ph‸"],
    ["written out", "group photo.svg‸"],
    ["another one, in its middle", "gruppen‸bild für alle.svg"],
  ])("of a file with spaces, %s", (_what, line) => {
    const name = "group photo.svg";
    for (const quote of ["", '"', "'"]) {
      const quoted = (text: string) => `picture: ${quote}${text}${quote} }`;
      expect(taken(picture(`${quote}${line}${quote}`), name)).toContain(
        quoted(name),
      );
    }
  });

  test.each([
    ["accept: th‸", "accept: thank-you"],
    ["accept: ‸ # where to", "accept: thank-you # where to"],
    ["accept: th‸ank # where to", "accept: thank-you # where to"],
    ['accept: "th‸', 'accept: "thank-you'],
  ])("of a step: %s", (line, expected) => {
    for (const eol of ["\n", "\r\n"]) {
      const text = quiz
        .replace("accept: thank-you", line)
        .replaceAll("\n", eol);
      expect(taken(text, "thank-you")).toBe(expected);
    }
  });
});

test.each([
  ["begun", "focus: { he‸ }", "focus: { hero.svg }"],
  [
    "written out",
    "focus: { he‸ro.svg: 50% 10% }",
    "focus: { hero.svg: 50% 10% }",
  ],
])(
  "the name of a drawing that is kept in sight is offered: %s",
  (_what, line, expected) => {
    const text = base.get(BRAND) ?? "";
    expect(text).toContain("theme:\n");
    const written = text.replace(
      "theme:\n",
      `theme:\n  layout:\n    ${line}\n`,
    );
    expect(taken(written, "hero.svg", BRAND)).toBe(expected);
  },
);

test("the addresses of a funnel that is gone are offered no more", () => {
  const brand = "demo/brand.yaml";
  const text = base.get(brand)?.replace("home: /quiz", "home: /") ?? "";
  const offset = text.indexOf("home: /") + "home: /".length;
  const other = quiz.replace("mounts: [/quiz]", "mounts: [/other]");
  const offered = () =>
    service
      .complete(brand, offset)
      ?.candidates.filter(({ name }) => name === "/other").length;
  service.take(new Map([...base, ["demo/other.yaml", other]]));
  service.check();
  service.take(new Map([...base, ["demo/other.yaml", other], [brand, text]]));
  expect(offered()).toBe(1);
  service.take(new Map([...base, [brand, text]]));
  service.check();
  expect(offered()).toBe(0);
});

test.each([
  ["ask: How are you?", 'ask: "Hi **{{ pro‸**"', 'ask: "Hi **{{ project**"'],
  ["ask: How are you?", 'ask: "*{{ pro‸*, hi"', 'ask: "*{{ project*, hi"'],
])("a variable that is open ends where bold words do", (from, to, line) => {
  expect(quiz).toContain(from);
  expect(taken(quiz.replace(from, to), "project")).toContain(line);
});

describe("variables that are offered", () => {
  const ofBrand = ["project", "support"];
  const constants = [
    ...ofBrand,
    "questions",
    "questions-in-words",
    "Questions-in-words",
  ];
  const offered = (written: string, file = QUIZ) => {
    service.take(base);
    service.check();
    const text = written.replace(CURSOR, "");
    service.take(new Map([...base, [file, text]]));
    const found = service.complete(file, written.indexOf(CURSOR));
    return found?.candidates.map(({ name }) => name);
  };
  const inQuestion = (line: string) =>
    quiz.replace("ask: How are you?", `ask: How are you?, ${line}`);

  test.each([
    ["the title of a funnel", quiz.replace(/^title: .*/m, 'title: "{{ ‸ }}"')],
    ["without quotes", quiz.replace(/^title: .*/m, "title: Hi {{ ‸")],
    ["a part", inQuestion('part: "{{ ‸ }}"')],
    ["the title of a question", inQuestion('title: "{{ ‸ }}"')],
    ["the description of one", inQuestion('description: "Hi {{ ‸ }}"')],
    [
      "what stands without answers",
      inQuestion('unanswered: { text: "{{ ‸ }}" }'),
    ],
  ])("are the same for everybody in %s", (_what, written) => {
    expect(offered(written)).toEqual(expect.arrayContaining(constants));
    expect(offered(written)).not.toContain("mood");
    expect(offered(written)).not.toContain("name");
  });

  test("show the company of a brand that names it", () => {
    const company =
      "company: { name: Demo Ltd, address: [1 Example Quay, Sampleford] }\n";
    const written = quiz.replace(/^title: .*/m, 'title: "{{ ‸ }}"');
    const ofCompany = ["company.name", "company.address", "company.imprint"];
    expect(offered(written)).not.toContain("company.imprint");
    const named = new Map([...base, [BRAND, base.get(BRAND) + company]]);
    service.take(new Map([...named, [QUIZ, written.replace(CURSOR, "")]]));
    service.check();
    const found = service.complete(QUIZ, written.indexOf(CURSOR));
    const names = found?.candidates.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(ofCompany));
  });

  test("count no questions in the title of a brand's own page", () => {
    const written = (base.get(BRAND) ?? "").replace(
      "    heading: Terms of use",
      '    title: "{{ ‸ }}"\n    heading: Terms of use',
    );
    const names = offered(written, BRAND);
    expect(names).toEqual(expect.arrayContaining(ofBrand));
    expect(names).not.toContain("questions");
  });

  test("are all that there are in other texts", () => {
    const names = offered(inQuestion('help: "{{ ‸ }}"'));
    expect(names).toEqual(
      expect.arrayContaining([...constants, "mood", "name"]),
    );
  });
});

describe("a condition", () => {
  const when = (condition: string) =>
    quiz.replace(
      "accept: thank-you",
      `accept: thank-you\n    when: ${condition}`,
    );
  const offered = (written: string) => {
    const offset = written.indexOf(CURSOR);
    service.take(new Map([...base, [QUIZ, written.replace(CURSOR, "")]]));
    const found = service.complete(QUIZ, offset);
    const names = found?.candidates.map(({ name }) => name);
    return { names, needsBraces: found?.needsBraces };
  };

  test.each([
    ["‸", true],
    ["mo‸", true],
    ["{ not: ‸ }", true],
    ["{ any: [‸] }", true],
    ["{ any: [{ mood: good }, ‸] }", true],
    ["{ ‸ }", false],
    ["{ mo‸", false],
    ["\n      ‸", false],
    ["\n      any:\n        - ‸", false],
  ])("%j has to be put in braces: %s", (condition, needsBraces) => {
    expect(offered(when(condition))).toEqual({
      names: ["mood", "any", "not", "score", "band"],
      needsBraces,
    });
  });

  test.each(["‸{ mood: good }", "{ mood:‸ good }"])(
    "%j leaves what is written there",
    (condition) => {
      expect(offered(when(condition)).names).toBeUndefined();
    },
  );
});

test("what a word of conditions means is told", () => {
  const written = quiz.replace(
    "accept: thank-you",
    "accept: thank-you\n    when: ",
  );
  service.take(new Map([...base, [QUIZ, written]]));
  const offset = written.indexOf("when: ") + "when: ".length;
  const { candidates = [] } = service.complete(QUIZ, offset) ?? {};
  const any = candidates.find(({ name }) => name === "any");
  expect(any?.description?.long).toBe(
    "At least one of these conditions must be met.",
  );
});

test.each([
  ["an answer", "{ mood: [good, ‸] }", "bad", "good"],
  ["a question", "{ mood: good, ‸ }", "any", "mood"],
])("%s is not offered twice", (_what, condition, other, same) => {
  const place = "accept: thank-you";
  const written = quiz.replace(place, `${place}\n    when: ${condition}`);
  expect(taken(written, other)).toContain(other);
  expect(taken(written, same)).toBeUndefined();
});
