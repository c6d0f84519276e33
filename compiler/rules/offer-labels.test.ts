import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** What is said of the buttons of an offer for less. */
function found(accept: string, decline: string, b = ""): string[] {
  const side = b === "" ? "" : `, experiment: { name: ab_words, b: { ${b} } }`;
  const pages = `- { path: small, page: downsell, heading: Something smaller, product: small, acceptLabel: "${accept}", declineLabel: "${decline}", accept: thank-you, decline: thank-you${side} }`;
  const text = quizText(
    "- { id: mood, ask: How are you?, options: [Good, Bad] }",
    pages,
    b === "" ? "" : "experiments: { ab_words: Which words are clearer }",
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    code === "offer/labels" ? [message] : [],
  );
}

test.each([
  ["Add a trainer", "I will manage without"],
  ["No more waiting: add it", "Not now"],
  ["Not without you: book a place", "No, thanks"],
  ["Skip the queue", "I can wait"],
  ["Yes, add it", "Yes, I am sure that I want none"],
  ["Get the first week", "Get on without it"],
])("%s / %s is clear", (accept, decline) => {
  expect(found(accept, decline)).toEqual([]);
});

test.each([
  ["No, thanks", "Get Slow Evenings", '"No, thanks" sounds like a no'],
  ["I will manage without", "Add a trainer", '"I will manage without" sounds'],
  ["Take it", "Yes, add it", '"Yes, add it" sounds like a yes'],
  ["Add it", "Add it", 'both buttons say "Add it"'],
])("%s / %s is not", (accept, decline, said) => {
  expect(found(accept, decline)).toEqual([expect.stringContaining(said)]);
});

test("the other side of an experiment is held against what it leaves as it is", () => {
  expect(found("Add it", "Not now", "declineLabel: Add it")).toEqual([
    expect.stringContaining('both buttons say "Add it"'),
  ]);
});
