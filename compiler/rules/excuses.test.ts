import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const EXCUSE = "# funnels-ignore text/tag: we mean it";
const QUESTION = "- { id: mood, ask: How?, options: [Good, Bad] }";
const page = (...lines: readonly string[]) =>
  ["- path: read", "page: info", "heading: Read this", ...lines].join("\n  ");

/** What is found of a page with these lines. */
function found(...lines: readonly string[]): string[] {
  const text = quizText(QUESTION, page(...lines));
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.map(({ code }) => code);
}

test.each([
  ["above the key", [EXCUSE, "text: |", "  One.", "  A <b>tag</b>."]],
  [
    "on the header line",
    [`text: | ${EXCUSE}`, "  One.", "", "  A <b>tag</b>."],
  ],
  ["on the line of a text", [`text: A <b>tag</b>. ${EXCUSE}`]],
])("an excuse %s counts for the whole text", (_, lines) => {
  expect(found(...lines)).toEqual([]);
});

test("what visitors read of a text excuses nothing", () => {
  expect(found("text: |", `  ${EXCUSE}`, "  A <b>tag</b>.")).toEqual([
    "text/tag",
  ]);
});

test("an excuse counts for no text behind the one that it stands at", () => {
  const lines = [`text: | ${EXCUSE}`, "  One.", "button: A <b>tag</b>."];
  expect(found(...lines)).toEqual(["ignore/unused", "text/tag"]);
});
