import { expect, test } from "vitest";
import { quizText } from "../testing/base-content.ts";
import { serviceWith } from "../testing/service.ts";
import type { FileSymbol } from "./symbols.ts";

/** The names in the outline of a quiz, with those inside of each. */
function outlined(questions: string, pages: string): string[] {
  const text = quizText(questions, pages);
  const service = serviceWith({ "demo/quiz.yaml": text });
  const names = (symbols: readonly FileSymbol[]): string[] =>
    symbols.flatMap(({ name, children }) => [name, ...names(children)]);
  return names(service.symbols("demo/quiz.yaml"));
}

test("lists steps with their sections", () => {
  expect(
    outlined(
      "- { id: mood, ask: How are you?, options: [Good, Bad] }",
      "- { path: plan, page: report, sections: [{ section: text }] }",
    ),
  ).toEqual(["mood", "plan", "text", "thank-you"]);
});

// VS Code shows no outline at all where one part of it has no name.
test("leaves out what is still without a name", () => {
  expect(
    outlined(
      '- { id: "", ask: How are you?, options: [Good, Bad] }',
      '- { path: plan, page: report, sections: [{ section: "" }, { section: , heading: A }] }',
    ),
  ).toEqual(["plan", "section", "section", "thank-you"]);
});
