import { expect, test } from "vitest";
import { linkedQuiz } from "../testing/base-content.ts";
import { liveFunnel } from "./shape.ts";

const QUESTIONS = `
- { id: mood, ask: How are you?, options: [Good, Bad] }
- { id: age, page: number, ask: How old are you?, min: 16, max: 99 }
`;
const PAGES = `
- path: tip
  page: report
  heading: One moment
  experiment: { name: tone, b: { heading: "For {{ mood }}, **{{ age }}**" } }
  sections:
    - { section: text, text: One, when: { mood: good } }
    - { section: text, text: Two, when: { age: { atLeast: 30 } } }
`;

function digestWith(questions: string, pages: string): string | undefined {
  const declared = "experiments: { tone: Which headline is read }";
  return liveFunnel(linkedQuiz(questions, pages, declared)).experiments["tone"];
}

const before = digestWith(QUESTIONS, PAGES);

test.each([
  ["the page", QUESTIONS, PAGES.replace("path: tip", "path: advice")],
  [
    "a question",
    QUESTIONS.replace("id: mood", "id: spirits, was: [mood, feeling]"),
    PAGES.replaceAll("mood", "spirits"),
  ],
  [
    "a number",
    QUESTIONS.replace("id: age", "id: years, was: [age]"),
    PAGES.replace("{{ age }}", "{{ years }}").replace("{ age:", "{ years:"),
  ],
  [
    "a choice",
    QUESTIONS.replace("[Good,", "[{ label: Good, value: fine, was: [good] },"),
    PAGES.replace("mood: good", "mood: fine"),
  ],
])("an experiment is the same one when %s is renamed", (_, ...after) => {
  expect(digestWith(...after)).toBe(before);
});

test.each([
  ["another question", PAGES.replace("{{ mood }}", "{{ age }}")],
  ["another choice", PAGES.replace("mood: good", "mood: bad")],
  ["other words", PAGES.replace("One moment", "A moment")],
])("an experiment is another one when it shows %s", (_, pages) => {
  expect(digestWith(QUESTIONS, pages)).not.toBe(before);
});

test("an experiment that is on no page is not running", () => {
  const pages = PAGES.replace(/\n {2}experiment: .*/, "");
  const declared = "experiments: { tone: Which headline is read }";
  expect(
    liveFunnel(linkedQuiz(QUESTIONS, pages, declared)).experiments,
  ).toEqual({});
});
