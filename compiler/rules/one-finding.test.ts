import { describe, expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** What is said of a funnel with these questions and pages: the code and what it is about, in the order of the file. */
function found(questions: string, pages = "", before = ""): string[] {
  const text = quizText(questions, pages, before);
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  const lines = text.split("\n");
  return diagnostics.flatMap(({ code, at }) =>
    at.file.endsWith("demo/quiz.yaml")
      ? `${code} ${(lines[at.line - 1] ?? "").slice(at.column - 1, at.endColumn - 1)}`
      : [],
  );
}

const question = (id: string, more = "") =>
  `- { id: ${id}, ask: How is ${id}?, options: [Good, Bad]${more} }`;

describe("a step that nobody comes to", () => {
  const four = (next: string) =>
    ["mood", "sleep", "work", "food"].map((id) =>
      question(id, id === "mood" ? next : ""),
    );

  test("is said of the first alone, not of those behind it", () => {
    expect(found(four(", next: thank-you").join("\n"))).toEqual([
      "flow/unreachable sleep",
    ]);
  });

  test("is said of each behind which the others are", () => {
    const [mood = "", sleep = "", ...more] = four(", next: thank-you");
    const ends = sleep.replace(" }", ", next: thank-you }");
    expect(found([mood, ends, ...more].join("\n"))).toEqual([
      "flow/unreachable sleep",
      "flow/unreachable work",
    ]);
  });

  test("is said once of some that lead to each other alone", () => {
    const questions = [
      question("mood", ", next: thank-you"),
      question("sleep"),
      question(
        "work",
        ", next: [{ to: sleep, when: { work: bad } }, { to: thank-you }]",
      ),
    ];
    expect(
      found(questions.join("\n")).filter((one) =>
        one.startsWith("flow/unreachable"),
      ),
    ).toEqual(["flow/unreachable sleep"]);
  });

  test("is said once of all its addresses", () => {
    const pages =
      "- { path: result, page: report, heading: H, sections: [{ section: text, text: Well. }], aliases: [{ path: other }] }";
    expect(found(question("mood", ", next: thank-you"), pages)).toEqual([
      "flow/unreachable result",
    ]);
  });
});
