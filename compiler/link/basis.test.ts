import { describe, expect, test } from "vitest";
import { linkedQuiz } from "../testing/base-content.ts";
import { linkedStep } from "../testing/steps.ts";

const CHOICE = "options: [Good, Bad]";

function basisOf(questions: readonly string[], pages: string, step: string) {
  return linkedStep(linkedQuiz(questions.join("\n"), pages), step).basis;
}

const A = `- { id: a, ask: A?, ${CHOICE} }`;
const B = `- { id: b, ask: B?, ${CHOICE}, when: { a: bad } }`;
const C = `- { id: c, ask: C?, ${CHOICE} }`;
const report = (heading: string, sections: string) =>
  `- { path: result, page: report, heading: "${heading}", sections: [${sections}] }`;
const PLAIN = "{ section: text, text: Plain. }";

const SOLD =
  "- { path: week, page: downsell, heading: A week, product: small, acceptLabel: Yes, accept: bye, decline: thank-you }\n";

describe("a step is made of", () => {
  test("nothing, where it says the same to everybody", () => {
    expect(basisOf([A], report("Well", PLAIN), "result")).toBeNull();
    expect(basisOf([A], report("Well", PLAIN), "a")).toBeNull();
  });

  test("what its words show, also where there are others for those who did not say", () => {
    expect(basisOf([A, C], report("{{ a | Well }}", PLAIN), "result")).toEqual({
      page: ["answer.a"],
      stays: [0],
    });
  });

  test("an answer beside the way, or what everybody has answered last", () => {
    expect(
      basisOf([A, B, C], report("{{ b | Well }}", PLAIN), "result"),
    ).toEqual({
      page: ["answer.b"],
      values: { "answer.b": [["answer.b", "answer.c"]] },
      stays: [0],
    });
  });

  test("the answers that its conditions read, those within a section too", () => {
    const bullets =
      "{ section: bullets, items: [{ text: Yes, when: { c: good } }] }";
    const guarded = `{ section: text, text: No., when: { not: { a: good } } }`;
    const basis = basisOf(
      [A, C],
      report("Well", [PLAIN, bullets, guarded].join(", ")),
      "result",
    );
    expect(basis).toEqual({ page: ["answer.c", "answer.a"], stays: [0] });
  });

  test("every answer of a score, which stand for themselves in an offer", () => {
    const scored = [A, C].map((text) => text.replace(" }", ", score: calm }"));
    const node = linkedQuiz(
      scored.join("\n"),
      [
        "- { path: week, page: downsell, heading: A week, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you, sections: [{ section: gauge, score: calm, low: Low, high: High }] }",
      ].join("\n"),
      "scores: { calm: { label: Calm, bands: [{ id: low, label: Low }] } }",
    );
    const { basis } = linkedStep(node, "week");
    expect(basis).toEqual({ page: [] });
    const { sections } = Object(linkedStep(node, "week").props);
    expect(sections).toMatchObject([{ madeOf: ["score.calm"] }]);
  });

  test("nothing that only buyers read; a receipt is shown without its words", () => {
    const node = linkedQuiz(
      A,
      SOLD +
        '- { path: bye, page: thank-you, heading: "Bye, {{ a | you }}", text: "So {{ a | so }}.", sections: [{ section: text, text: Plain. }] }',
    );
    const { basis } = linkedStep(node, "bye");
    expect(basis?.page).toEqual(["answer.a"]);
    expect(basis?.instead).toMatchObject({ heading: "Your order" });
    expect(basis?.instead).not.toHaveProperty("text");
    const only = linkedQuiz(
      A,
      SOLD +
        '- { path: bye, page: thank-you, heading: Bye, text: "So {{ a | so }}." }',
    );
    expect(linkedStep(only, "bye").basis).toBeNull();
  });
});
