import { expect, test } from "vitest";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";

const BRAND = "demo/brand.yaml";
const renewing = (
  baseFiles.find(({ name }) => name === BRAND)?.text ?? ""
).replace(
  "small: { name: One week,",
  "$& days: 7, renews: { everyDays: 7, price: { USD: 9.99, EUR: 8.99 } },",
);

/** What is found wrong in words about a product that renews each week. */
function told(words: string): string[] {
  const oto = `- { path: oto, page: upsell, heading: H, text: ${JSON.stringify(words)}, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }`;
  const question = "- { id: mood, ask: How?, options: [Good, Bad] }";
  return compileWith(
    { name: BRAND, text: renewing },
    { name: "demo/quiz.yaml", text: quizText(question, oto) },
  )
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ message }) => /^"([^"]+)"/.exec(message)?.[1] ?? message);
}

test.each([
  ["Paid once, yours for good.", "Paid once"],
  ["One-time payment.", "One-time payment"],
  ["A single payment, and no more.", "A single payment"],
])("%s is not true of what renews", (words, claim) => {
  expect(told(words)).toEqual([claim]);
});

test.each([
  "A single payment every week.",
  "A single payment each week keeps it open.",
  "No single payment is ever lost.",
])("%s may be true of it", (words) => {
  expect(told(words)).toEqual([]);
});

test.each([
  ["Followed by periods of 4 weeks.", "Followed by periods of 4 weeks"],
  ["A trial. Then four weeks at a time.", "Then four weeks at a time"],
])("%s is another interval", (words, claim) => {
  expect(told(words)).toEqual([claim]);
});

test.each([
  "It goes on in periods of one week.",
  "Then 7 days at a time, until you cancel.",
  "Then one step at a time.",
])("%s is its own interval, or none", (words) => {
  expect(told(words)).toEqual([]);
});
