import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const MOOD =
  "- { id: mood, ask: How are you?, options: [Good, Bad, { label: So so, value: so-so }] }";

/** How often an offer with these sections, as YAML, has nothing to sell. */
function told(sections: string, questions = MOOD): number {
  const oto = `- { path: oto, page: offer, heading: H, sections: [${sections}], accept: thank-you, decline: thank-you }`;
  const text = quizText(questions, oto);
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  expect(
    diagnostics.filter(
      ({ code, severity }) =>
        severity === "error" && code !== "offer/sells-nothing",
    ),
  ).toEqual([]);
  return diagnostics.filter(({ code }) => code === "offer/sells-nothing")
    .length;
}

const plans = (when: string) =>
  `{ section: plans, when: ${when}, plans: [{ product: plan, label: Four weeks }] }`;

test.each([
  [
    "one for each answer",
    `${plans("{ mood: good }")}, ${plans("{ mood: [bad, so-so] }")}`,
  ],
  [
    "one for the others",
    `${plans("{ mood: good }")}, ${plans("{ not: { mood: good } }")}`,
  ],
  [
    "one for everybody",
    `${plans("{ mood: good }")}, { section: plans, plans: [{ product: small, label: One week }] }`,
  ],
  ["a condition that all meet", plans("{ mood: [good, bad, so-so] }")],
])("plans with %s are there for everybody", (_, sections) => {
  expect(told(sections)).toBe(0);
});

test.each([
  ["an answer that not everybody gives", plans("{ mood: good }")],
  [
    "answers that leave one out",
    `${plans("{ mood: good }")}, ${plans("{ mood: bad }")}`,
  ],
])("plans for %s are missing for some", (_, sections) => {
  expect(told(sections)).toBe(1);
});

test("nobody comes without the answer whom its page leads elsewhere", () => {
  const questions = MOOD.replace("Bad,", "{ label: Bad, to: thank-you },");
  expect(told(plans("{ mood: [good, so-so] }"), questions)).toBe(0);
});
