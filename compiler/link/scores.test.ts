import { expect, test } from "vitest";
import { answersOneByOne, pointsOf } from "../prove/totals.ts";
import { compileWith, linkedQuiz, quizText } from "../testing/base-content.ts";
import { linkedStep } from "../testing/steps.ts";

const QUESTIONS = `- { id: dark, sensitive: true, ask: Dark?, options: [Good, Bad] }
- { id: a, score: mind, ask: A?, options: [{ label: Good, points: 0 }, { label: Bad, points: 2 }] }`;

/** A score whose lower band has this label and this text. */
function scoreOf(label: string, text: string): string {
  return `scores: { mind: { label: Mind, bands: [{ id: low, upTo: 1, label: "${label}", text: "${text}" }, { id: high, label: High }] } }`;
}

/** A page with one section. */
function report(path: string, section: string): string {
  return `- { path: ${path}, page: report, heading: Here, sections: [{ ${section} }] }`;
}

const GAUGE = "section: gauge, score: mind, low: Low, high: High";
const PAGES = [
  report("gauge", GAUGE),
  report("bars", "section: bars, items: [{ label: Mind, score: mind }]"),
  report("words", 'section: text, text: "{{ band.mind }}"'),
  report("shared", "use: drawn"),
].join("\n");
const SHARED = `shared: { drawn: { ${GAUGE} } }`;

/** How sensitive the pages are whose score has such words. */
function sensitivities(label: string, text: string) {
  const { funnel } = linkedQuiz(
    QUESTIONS,
    PAGES,
    `${scoreOf(label, text)}\n${SHARED}`,
  );
  return funnel.steps
    .filter(({ page }) => page === "report")
    .map(({ id, sensitive }) => `${id}: ${sensitive}`);
}

test("the text of a band tells what it shows wherever it is shown", () => {
  expect(sensitivities("Low", "{{ dark | Nothing }}")).toEqual([
    "gauge: part",
    "bars: no",
    "words: no",
    "shared: part",
  ]);
});

test("the label of a band tells it where only the label is shown, too", () => {
  expect(sensitivities("{{ dark | Low }}", "Well.")).toEqual([
    "gauge: part",
    "bars: part",
    "words: part",
    "shared: part",
  ]);
});

test("a page is made of what the text of a band shows, and its products are downloaded", () => {
  const node = linkedQuiz(
    QUESTIONS,
    report("gauge", GAUGE),
    scoreOf("Low", "{{ dark | Nothing }} {{ price.plan }}"),
  );
  expect(linkedStep(node, "gauge").basis?.page).toContain("answer.dark");
  expect(Object.keys(node.funnel.products)).toContain("plan");
});

test.each([
  ["in the band of those who were asked", "{ band: { mind: low } }", []],
  ["in another", "{ band: { mind: high } }", ["variable/may-be-missing"]],
])("a question that is asked %s may be named there", (_, when, codes) => {
  const text = quizText(
    `${QUESTIONS}\n- { id: why, when: ${when}, page: text, ask: Why?, label: Why }`,
    report("gauge", GAUGE),
    scoreOf("Low", "You said {{ why }}."),
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  expect(
    diagnostics
      .map(({ code }) => code)
      .filter((code) => code.startsWith("variable/")),
  ).toEqual(codes);
});

test("a fallback is needed where one of the pages that show the band needs it", () => {
  const text = quizText(
    QUESTIONS,
    [
      report("gauge", GAUGE),
      "- { path: email, page: registration, heading: Which email? }",
      report("again", GAUGE),
    ].join("\n"),
    scoreOf("Low", "We write to {{ email | you }}."),
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  expect(diagnostics.map(({ code }) => code)).not.toContain(
    "variable/needless-fallback",
  );
});

test.each([
  ["one at least, which is usual", [1, 2, 4], "", [1, 7]],
  ["two at most", [1, 2, 4], "max: 2", [1, 6]],
  ["two at least", [1, 2, 4], "min: 2", [3, 7]],
  ["or none of them", [1, 2, 4], "min: 2, none: None", [0, 7]],
  ["nothing forced", [-1, 2, -4], "min: 0, max: 1", [-4, 2]],
  ["only less", [-1, -2, -4], "max: 2", [-6, -1]],
])(
  "the range of a score with several answers: %s",
  (_, points, keys, range) => {
    const options = points.map((n, i) => `{ label: L${i}, points: ${n} }`);
    const node = linkedQuiz(
      `- { id: a, page: multi, score: mind, ask: A?, ${keys === "" ? "" : `${keys}, `}options: [${options.join(", ")}] }`,
      report("gauge", GAUGE),
      scoreOf("Low", "Well."),
    );
    const [score] = node.funnel.scores;
    if (score === undefined) throw new Error("there is no score");
    expect([score.min, score.max]).toEqual(range);
    // The same as of the answers that are followed one by one.
    const answers =
      answersOneByOne(linkedStep(node, "a"), node.traits, String) ?? [];
    const reached = answers.map((values) => pointsOf(score, "a", values));
    expect([Math.min(...reached), Math.max(...reached)]).toEqual(range);
  },
);
