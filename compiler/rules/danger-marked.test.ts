import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const HELP =
  "page: info, urgent: true, heading: Please call, text: '[988](tel:988)', next: thank-you";

/** What is said of the choices of a question, and of what follows it. */
function found(
  options: string,
  more = "",
  pages = "",
  page = "single",
): string[] {
  const text = quizText(
    `- { id: mood, page: ${page}, ask: How are you?, options: [${options}] }\n${more}`,
    pages,
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    code === "danger/not-marked" ? [message] : [],
  );
}

const UNMARKED = /^"Heavy" is answered with something urgent/;

test("an answer that a crisis line is shown for is marked", () => {
  const page = `- { id: help, when: { mood: heavy }, ${HELP} }`;
  expect(found("Fine, Heavy", page)).toEqual([expect.stringMatching(UNMARKED)]);
  const marked = "Fine, { label: Heavy, danger: true }";
  expect(found(marked, page)).toEqual([]);
});

test("so is one that leads there, one of several, and one that a section is shown for", () => {
  const led = "Fine, { label: Heavy, to: help }";
  expect(found(led, `- { id: help, when: { mood: fine }, ${HELP} }`)).toEqual([
    expect.stringMatching(/^"Fine"/),
    expect.stringMatching(UNMARKED),
  ]);
  const any = `- { id: help, when: { any: [{ mood: [heavy] }] }, ${HELP} }`;
  expect(found("Fine, Heavy", any)).toEqual([expect.stringMatching(UNMARKED)]);
  const section =
    "- { path: end, page: thank-you, heading: H, sections: [{ section: text, urgent: true, when: { mood: heavy }, text: '[112](tel:112)' }] }";
  expect(found("Fine, Heavy", "", section)).toEqual([
    expect.stringMatching(UNMARKED),
  ]);
});

test("beside a marked answer, another only narrows it", () => {
  const options = "Fine, { label: Heavy, danger: true }";
  const more = `- { id: alone, ask: Alone?, options: [Yes, No] }\n- { id: help, when: { mood: heavy, alone: yes }, ${HELP} }`;
  expect(found(options, more)).toEqual([]);
});

test("of answers that exclude each other, each is marked for itself", () => {
  const help = `- { id: help, when: { mood: [heavy, dark] }, ${HELP} }`;
  const options = "Fine, Dark, { label: Heavy, danger: true }";
  expect(found(options, help)).toEqual([expect.stringMatching(/^"Dark"/)]);
  expect(found(options, help, "", "multi")).toEqual([]);
});

test("what is urgent and costs no life needs no mark", () => {
  const page =
    "- { id: help, when: { mood: heavy }, page: info, urgent: true, heading: A bill, text: '[211](tel:211)' }";
  expect(found("Fine, Heavy", page)).toEqual([]);
});

test.each([
  "Thoughts of killing myself",
  "I have hurt myself",
  "Some nights I do not want to go on",
  "I don’t want to live any more",
  "Suicidal thoughts",
  "{ label: Self-harm, value: harm }",
])("%s may be said by somebody in danger", (label) => {
  expect(found(`Fine, ${label}`)).toHaveLength(1);
});

test.each([
  "I never thought of hurting myself",
  "No suicidal thoughts",
  "I lost somebody to suicide",
  "My partner’s suicide",
  "I do not want to go out",
  "I cut my own hair",
])("%s is not", (label) => {
  expect(found(`Fine, "${label}"`)).toEqual([]);
});
