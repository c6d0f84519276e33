import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** Twelve questions, of which one is for some; then a page that asks, and one more behind an offer. */
const QUESTIONS = Array.from({ length: 12 }, (_, i) => {
  const when = i === 11 ? "when: { q1: good }, " : "";
  return `- { id: q${i + 1}, ${when}ask: How was day ${i + 1}?, options: [Good, Bad] }`;
}).join("\n");
const PAGES = [
  "- { path: 13-home, page: single, ask: Is anybody at home?, options: [Yes, No] }",
  "- { path: oto, page: upsell, heading: H, text: Now., product: plan, acceptLabel: Yes, accept: later, decline: later }",
  "- { path: 14-later, page: single, ask: And later?, options: [Yes, No] }",
].join("\n");

/** What is said of the number in a description of that quiz. */
function told(description: string): string[] {
  const before = `description: ${JSON.stringify(description)}`;
  return compileWith({
    name: "demo/quiz.yaml",
    text: quizText(QUESTIONS, PAGES, before),
  })
    .diagnostics.filter(({ code }) => code.startsWith("claim/"))
    .map(({ code, message }) => `${code} ${message}`);
}

test.each([
  "Eleven questions about you",
  "{{ Questions-in-words }} questions about how your day ends.",
  "Thirteen questions about you, the last of them on a page.",
  "Fifty questions for your doctor",
  "Fifty questions people ask us",
  "It isn't 60 questions long, it is a short one",
  "You will not be asked 50 questions",
  "No 100 questions, no account",
  "We do not have all 100 answers",
  "There are 1,000 answers to this",
])("%s is true, or not of the quiz", (words) => {
  expect(told(words)).toEqual([]);
});

test.each([
  "Fourteen questions about you",
  "Twenty-six questions about how your day ends.",
  "26 short questions about what you do.",
  "Ten questions about the end of your day.",
  "Twenty questions about when, where and why.",
  "20 questions for a calmer evening",
  "20 questions for you",
  "No account, 20 questions",
  "Not one but 20 questions",
  "Don't miss these 60 questions",
])("%s is refused", (words) => {
  expect(told(words)).toEqual([
    expect.stringMatching(
      /^claim\/other-count ".+": this quiz asks 11 to 12 questions, depending on the answers$/,
    ),
  ]);
});

test("of words that may be about something else, the quiz is named", () => {
  expect(told("Ten answers that may surprise you")).toEqual([
    'claim/doubtful "Ten answers": if this is about the quiz, it is not true',
  ]);
});

test("a quiz of one question asks one", () => {
  const { diagnostics } = compileWith({
    name: "demo/quiz.yaml",
    text: quizText(
      "- { id: mood, ask: How are you?, options: [Good, Bad] }",
      "",
      "description: Twelve questions about you",
    ),
  });
  const [found, ...others] = diagnostics;
  expect(others).toEqual([]);
  expect(found?.message).toBe('"Twelve questions": this quiz asks 1 question');
  expect(found?.hint).not.toContain("{{");
  expect(found?.fix).toBeUndefined();
});
