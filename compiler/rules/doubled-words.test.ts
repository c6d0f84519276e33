import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** The words that are said to stand twice. */
function found(help: string): string[] {
  const text = quizText(
    `- { id: mood, ask: How are you?, help: ${JSON.stringify(help)}, options: [Good, Bad] }`,
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    code === "text/doubled-word" ? [message] : [],
  );
}

test.each([
  "What it is is up to you.",
  "You had had enough of that that day.",
  "Vitamin A, a plan and a week.",
  "Very, very good. So so, or bye bye.",
  "The theme of the offer and andante.",
])("%s is English", (help) => {
  expect(found(help)).toEqual([]);
});

test.each([
  ["Begin with the the body.", "the the"],
  ["One of your Your plans.", "your Your"],
  ["A part of of it.", "of of"],
])("%j is not", (help, words) => {
  expect(found(help)).toEqual([`"${words}" has a word twice`]);
});
