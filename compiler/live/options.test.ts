import { expect, test } from "vitest";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { applyFixes } from "../edit/apply.ts";
import { compileWith, quizText } from "../testing/base-content.ts";
import { liveFindings } from "./compare.ts";
import { liveShape, type LiveShape } from "./shape.ts";

const NAME = "demo/quiz.yaml";

function askWith(options: string): string {
  return quizText(`- { id: mood, ask: How?, options: [${options}] }`);
}

function compiled(text: string) {
  const { program, understood, unread } = compileWith({ name: NAME, text });
  if (program === null || understood === null) throw new Error(text);
  return { program, understood, unread };
}

/** What is said of choices that visitors have made before, and the file as all fixes leave it. */
function goneBetween(before: string, after: string) {
  const shape = liveShape(compiled(askWith(before)).program);
  return mended(shape, askWith(after));
}

function mended(
  shape: LiveShape,
  text: string,
): { said: Diagnostic[]; text: string } {
  const { understood, unread } = compiled(text);
  const said = liveFindings(shape, understood, unread);
  const fixes = said.flatMap(({ fix }) => (fix ? [fix.changes] : []));
  if (fixes.length === 0) return { said, text };
  const next = mended(shape, applyFixes(NAME, text, fixes).text);
  return { said, text: next.text };
}

test.each([
  [
    "words of digits stand before all others in what is stored",
    "None, '1', '2', '3'",
    "Zero, One, '2', '3'",
    "forget: [mood/1, mood/none]",
    "options: [Zero, One, '2', '3']",
  ],
  [
    "values of digits",
    "{ label: Never, value: '0' }, { label: Often, value: '2' }, { label: Seldom, value: '1' }",
    "Never at all, Very often, Rarely",
    "forget: [mood/0, mood/1, mood/2]",
    "options: [Never at all, Very often, Rarely]",
  ],
  [
    "the only one that is new, though another is of digits",
    "None, '1'",
    "Zero, '1'",
    "",
    "options: [{ label: Zero, value: none }, '1']",
  ],
  [
    "in the same place",
    "Good, Bad",
    "Rather good, Rather bad",
    "",
    "options: [{ label: Rather good, value: good }, { label: Rather bad, value: bad }]",
  ],
  [
    "a value of now and one of before, at one choice",
    "{ label: Good, value: a, was: [old] }, Bad",
    "{ label: Good, value: b }, Bad",
    "",
    "options: [{ label: Good, was: [a, old], value: b }, Bad]",
  ],
])("choices keep their answers: %s", (_, before, after, forget, options) => {
  const { text } = goneBetween(before, after);
  expect(/^forget: .*/m.exec(text)?.[0] ?? "").toBe(forget);
  expect(text).toContain(options);
});

test.each([
  ["a variable", "At {{ project }}"],
  ["marks", "**Good**"],
])("a label with %s that has not changed is the same choice", (_, label) => {
  const [before, after] = ["a", "b"].map(
    (value) => `{ label: '${label}', value: ${value} }, Bad`,
  );
  const { said } = goneBetween(before ?? "", after ?? "");
  const [found] = said;
  expect(found?.message).toContain("no longer the value of any choice");
  expect(found?.hint).not.toContain("in other words");
});

const URGENT = "[112](tel:112)";
const PAGES = [
  '- { path: "{n}-email", page: registration, heading: Where to?, next: end }',
  `- { path: end, page: thank-you, heading: Take care, sections: [{ section: text, urgent: true, text: "${URGENT}" }] }`,
].join("\n");

/** A funnel that sends whoever answers `chest` with a value to help. */
function chestText(choice: string, value: string, before = ""): string {
  const questions = [
    `- { id: chest, ask: Hurt?, options: ["No", ${choice}] }`,
    `- { id: call, page: info, when: { chest: "${value}" }, urgent: true, heading: Call, text: "${URGENT}", next: end }`,
  ].join("\n");
  return quizText(questions, PAGES, before).replace(
    "- { path: thank-you, page: thank-you, heading: Thank you }",
    "",
  );
}

const IN_DANGER = `{ label: "Yes", value: "yes", danger: true }`;

function dangerGone(text: string) {
  const shape = liveShape(compiled(chestText(IN_DANGER, "yes")).program);
  const { understood } = compiled(text);
  return liveFindings(shape, understood);
}

test("what is said of a danger that is taken away leads to no other finding", () => {
  const [found, ...others] = dangerGone(chestText(`"Yes"`, "yes"));
  expect(others).toEqual([]);
  expect(found?.code).toBe("live/danger-gone");
  expect(found?.hint).toContain("`forget: [chest/yes]`");
  expect(dangerGone(chestText(IN_DANGER, "yes"))).toEqual([]);
  const other = `{ label: When I run, value: run }`;
  const forget = "forget: [chest/yes]";
  expect(dangerGone(chestText(other, "run", forget))).toEqual([]);
});

test("a choice that takes over the answers of one with danger", () => {
  const kept = `{ label: When I run, value: run, was: ["yes"] }`;
  const [found, ...others] = dangerGone(chestText(kept, "run"));
  expect(others).toEqual([]);
  expect(found?.hint).toContain("take `yes` out of its `was`");
});

test("fixes take nobody who was in danger for safe", () => {
  const shape = liveShape(compiled(chestText(IN_DANGER, "yes")).program);
  const other = "{ label: When I run, value: run }";
  const { said, text } = mended(shape, chestText(other, "run"));
  expect(said.map(({ code }) => code)).toEqual(["live/option-gone"]);
  expect(said[0]?.hint).toContain("`was: [yes]` and `danger: true` there");
  expect(text).toContain("forget: [chest/yes]");
  expect(dangerGone(text)).toEqual([]);
  const same = '{ label: "Yes", value: y, danger: true }';
  expect(mended(shape, chestText(same, "y")).text).toContain("was: [yes]");
});
