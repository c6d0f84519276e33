import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** How often something is said to stand twice in these sections. */
function found(sections: string, more = ""): number {
  const text = quizText(
    `- { id: mood, ask: How are you?, options: [Good, Bad] }\n${more}`,
    `- { path: result, page: report, heading: H, sections: [${sections}] }`,
    "shared: { kept: { section: text, text: Kept. }, other: { section: text, text: Other. } }",
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.filter(({ code }) => code === "text/repeated").length;
}

test.each([
  "{ section: bullets, items: [One, Two] }, { section: bullets, items: [One] }",
  "{ section: bullets, items: [{ text: One, when: { mood: good } }, { text: One, when: { mood: bad } }] }",
  "{ section: numbers, items: [{ value: '10', label: minutes }, { value: '20', label: minutes }] }",
  "{ section: faq, items: [{ q: Is it free?, a: 'No.' }, { q: Does it renew?, a: 'No.' }] }",
  "{ use: kept }, { use: other }, { use: kept }",
  "{ section: recap, items: [{ label: You, question: mood }] }, { section: recap, items: [{ label: You, question: mood }] }",
])("meant: %s", (sections) => {
  expect(found(sections)).toBe(0);
});

test.each([
  "{ section: bullets, items: [One, Two, One] }",
  "{ section: faq, items: [{ q: Is it free?, a: 'No.' }, { q: Is it free?, a: 'It is not.' }] }",
  "{ section: recap, items: [{ label: You, question: mood }, { label: Today, question: mood }] }",
  "{ section: comparison, ours: We, theirs: They, rows: [{ label: Kind }, { label: Kind }] }",
  "{ use: kept }, { use: kept }",
])("left from a copy: %s", (sections) => {
  expect(found(sections)).toBe(1);
});

test("both ends of a scale are two things", () => {
  const scale = (high: string) =>
    `- { id: rest, page: scale, ask: How true?, statement: I rest., low: Not at all, high: ${high} }`;
  const text = "{ section: text, text: Well. }";
  expect(found(text, scale("Very"))).toBe(0);
  expect(found(text, scale("Not at all"))).toBe(1);
});
