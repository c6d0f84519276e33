import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const CODE = (more: string) =>
  `codes: { spring: { code: SPRING, off: 10%, products: [plan]${more} } }`;

/** The findings about words of an offer and of a page before it. */
function told(words: string, codes = "", before = "First."): string[] {
  const read = `- { id: read, page: info, heading: Read this, text: ${JSON.stringify(before)} }`;
  const oto = `- path: oto
  page: offer
  heading: ${JSON.stringify(words)}
  sections: [{ section: plans, promo: ${codes !== ""}, plans: [{ product: plan, label: Four weeks }] }]
  accept: thank-you
  decline: thank-you`;
  const text = quizText(read, oto, codes);
  return compileWith({ name: "demo/quiz.yaml", text }).diagnostics.flatMap(
    ({ code, message }) => (code === "claim/never-ends" ? [message] : []),
  );
}

test.each([
  "The offer ends tonight",
  "This price expires in 15 minutes",
  "Today only: four weeks",
  "A limited-time offer",
  "Only 3 left",
  "Hurry, only two spots left",
  "Your last chance to buy",
])("%s", (words) => {
  expect(told(words)).toHaveLength(1);
});

test.each([
  "Your day ends tonight at ten",
  "The talk ends in 15 minutes",
  "It was not your last chance",
  "Only three minutes a day",
  "Only 10 minutes left of your evening",
])("%s: nothing of the offer", (words) => {
  expect(told(words)).toEqual([]);
});

test("a code with a last day, or for so many, does end", () => {
  const words = "The offer ends soon";
  expect(told(words, CODE(""))).toHaveLength(1);
  expect(told(words, CODE(", until: 2029-05-31"))).toEqual([]);
  expect(told(words, CODE(", limit: 50"))).toEqual([]);
});

test("a countdown ends the prices of its own page alone", () => {
  const pages = `- path: oto
  page: offer
  heading: Four weeks, today only
  sections:
    - { section: countdown, minutes: 15, text: The price is held for, ended: It has ended. }
    - { section: plans, plans: [{ product: plan, label: Four weeks, regular: small }] }
  accept: more
  decline: more
- { path: more, page: upsell, heading: Only 3 places left, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }`;
  const read = "- { id: read, page: info, heading: Read this, text: First. }";
  const { diagnostics } = compileWith({
    name: "demo/quiz.yaml",
    text: quizText(read, pages),
  });
  expect(
    diagnostics.flatMap(({ code, message }) =>
      code === "claim/never-ends" ? [message] : [],
    ),
  ).toEqual(['"Only 3 places left": nothing ends this offer']);
});

test("a page that sells nothing may speak of other things", () => {
  expect(told("Your plan", "", "Only 3 left of the ten.")).toEqual([]);
});
