import { expect, test } from "vitest";
import { quizText } from "../testing/base-content.ts";
import { serviceWith } from "../testing/service.ts";

const QUIZ = "demo/quiz.yaml";
const quiz = quizText(
  `- { id: pains, page: multi, ask: What hurts?, options: [Back, Neck], none: Nothing }
- { id: more, page: multi, ask: What else?, options: places, none: No more }
- { id: last, ask: And most?, options: parts }`,
  `- path: 4-note
  page: statement
  heading: A note
  when: { any: [{ pains: none }, { more: [none, knee] }, { last: none }] }`,
  "optionSets: { places: [Knee, Foot], parts: [Knee, { label: Not one, value: none }] }",
);
const service = serviceWith({ [QUIZ]: quiz });
const behind = (words: string) => quiz.indexOf(words) + words.length;

test.each([
  ["pains: no", "none: ", "Nothing"],
  ["more: [no", "none: ", "No more"],
  ["last: no", "value: ", "Not one"],
])("`%s` leads to where the answer is given", (use, before, label) => {
  const [place, ...more] = service.definitions(QUIZ, behind(use));
  expect(more).toEqual([]);
  const { start = 0, end = 0 } = place?.mention ?? {};
  expect(quiz.slice(0, start).endsWith(before)).toBe(true);
  expect(quiz.slice(start, end)).toBe(before === "none: " ? label : "none");
  expect(service.describe(QUIZ, behind(use))?.short).toBe(label);
});

test("it is offered once, and is no name that can be changed", () => {
  for (const use of ["pains: no", "more: [no"]) {
    const offered = service.complete(QUIZ, behind(use))?.candidates ?? [];
    expect(offered.filter(({ name }) => name === "none")).toHaveLength(1);
    expect(service.renamable(QUIZ, behind(use))).toBeNull();
    expect(service.rename(QUIZ, behind(use), "nothing")).toEqual({
      kind: "refused",
      reason: "This name cannot be changed.",
    });
  }
  expect(service.renamable(QUIZ, behind("last: no"))?.id).toBe("none");
});
