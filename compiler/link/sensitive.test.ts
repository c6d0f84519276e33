import { expect, test } from "vitest";
import { linkedQuiz } from "../testing/base-content.ts";

const CHOICE = "options: [Good, Bad]";
const HELP = "page: info, heading: Help, text: Call, button: I will";

/** A page with one section, which may be shown under a condition. */
function article(path: string, when: string | null, text = "Words.") {
  const condition = when === null ? "" : `when: ${when}, `;
  return `- { path: ${path}, page: report, heading: Here, sections: [{ section: text, ${condition}text: '${text}' }] }\n`;
}

/** How sensitive each step is, by its id, and where it is found. */
function sensitivityOf(questions: readonly string[], pages = "", before = "") {
  const { funnel } = linkedQuiz(
    questions.map((question) => `- { ${question} }`).join("\n"),
    pages,
    before,
  );
  return Object.fromEntries(
    funnel.steps.map(({ id, sensitive, path }) => [id, [sensitive, path]]),
  );
}

test("a sensitive question and what is shown because of its answer are hidden, their addresses without words", () => {
  expect(
    sensitivityOf([
      `id: a, ask: A?, ${CHOICE}`,
      `id: dark, sensitive: true, ask: Dark?, ${CHOICE}`,
      `id: help, when: { dark: bad }, ${HELP}`,
      `id: more, when: { dark: good }, ${HELP}`,
      `id: b, ask: B?, ${CHOICE}`,
    ]),
  ).toEqual({
    a: ["no", "start"],
    dark: ["whole", "2-step"],
    help: ["whole", "3-step"],
    more: ["whole", "4-step"],
    b: ["no", "5-b"],
    "thank-you": ["no", "thank-you"],
  });
});

test("after a page that leads elsewhere than to the others' next, nothing more is told", () => {
  expect(
    sensitivityOf([
      `id: dark, sensitive: true, ask: Dark?, ${CHOICE}`,
      `id: help, when: { dark: bad }, ${HELP}, next: thank-you`,
      `id: b, ask: B?, ${CHOICE}`,
    ]),
  ).toMatchObject({
    dark: ["whole", "start"],
    help: ["last", "2-step"],
    b: ["no", "3-b"],
    "thank-you": ["no", "thank-you"],
  });
});

test("what only a hidden page leads to is hidden as well", () => {
  expect(
    sensitivityOf([
      `id: dark, sensitive: true, ask: Dark?, options: [Good, { label: Bad, to: help }], next: b`,
      `id: help, ${HELP}`,
      `id: further, ask: And?, ${CHOICE}, next: b`,
      `id: b, ask: B?, ${CHOICE}`,
    ]),
  ).toMatchObject({
    help: ["whole", "2-step"],
    further: ["whole", "3-step"],
    b: ["no", "4-b"],
  });
});

test("of a question with a sensitive choice, the other answers tell nothing", () => {
  expect(
    sensitivityOf(
      [
        `id: a, ask: A?, ${CHOICE}`,
        `id: night, ask: Night?, options: [Screens, { label: Gasping, value: gasping, sensitive: true }]`,
        `id: doctor, when: { night: gasping }, ${HELP}`,
        `id: b, ask: B?, ${CHOICE}`,
      ],
      article("5-one", "{ night: screens }") +
        article("6-two", "{ not: { night: gasping } }"),
    ),
  ).toMatchObject({
    night: ["whole", "2-step"],
    doctor: ["whole", "3-step"],
    one: ["no", "5-one"],
    two: ["part", "6-two"],
  });
});

test("what some see and others skip because of a sensitive answer is hidden", () => {
  expect(
    sensitivityOf([
      `id: diagnosis, ask: Diagnosis?, options: [No, { label: Yes, to: goal, sensitive: true }]`,
      `id: mirror, ${HELP}`,
      `id: goal, ask: Goal?, ${CHOICE}`,
    ]),
  ).toMatchObject({
    mirror: ["whole", "2-step"],
    goal: ["no", "3-goal"],
  });
});

test("a page that shows such an answer, or a score it adds to, is not recorded", () => {
  const pages =
    article("4-one", null, "You said {{ dark | little }}") +
    article("5-two", "{ band: { mind: low } }") +
    article("6-three", "{ a: good }");
  const { sensitive, funnel } = linkedQuiz(
    [
      `- { id: a, ask: A?, ${CHOICE} }`,
      `- { id: dark, sensitive: true, score: mind, ask: Dark?, options: [{ label: Good, points: 1 }, { label: Bad, points: 0 }] }`,
      `- { id: b, ask: B?, ${CHOICE} }`,
    ].join("\n"),
    pages,
    "scores: { mind: { label: Mind, bands: [{ id: low, label: Low, upTo: 0 }, { id: high, label: High }] } }",
  );
  expect([...sensitive.scores]).toEqual(["mind"]);
  expect(
    Object.fromEntries(
      funnel.steps.map(({ id, sensitive }) => [id, sensitive]),
    ),
  ).toMatchObject({ one: "part", two: "part", three: "no", b: "no" });
});

test("no title names a sensitive answer; a hidden page is called as the funnel is", () => {
  const { funnel } = linkedQuiz(
    [
      `- { id: a, ask: A?, ${CHOICE} }`,
      `- { id: dark, sensitive: true, ask: Have you been well?, ${CHOICE} }`,
      `- { id: b, ask: "And **{{ dark | that }}**?", ${CHOICE} }`,
      `- { id: c, ask: C?, ${CHOICE} }`,
    ].join("\n"),
  );
  expect(
    Object.fromEntries(funnel.steps.map(({ id, title }) => [id, title])),
  ).toMatchObject({
    dark: "A short quiz",
    b: "A short quiz",
    c: "C? · Demo",
  });
});
