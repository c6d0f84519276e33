import { expect, test } from "vitest";
import { linkedQuiz } from "../testing/base-content.ts";
import { answerFindings } from "./answers.ts";
import { liveFunnel } from "./shape.ts";

/** What is said of a number that was asked for otherwise. */
function codesOf(before: string, after: string) {
  const [earlier, node] = [before, after].map((props) =>
    linkedQuiz(`- { id: size, page: number, ask: How much?, ${props} }`),
  );
  if (earlier === undefined || node === undefined) throw new Error("none");
  const compared = {
    before: liveFunnel(earlier),
    now: liveFunnel(node),
    node,
    forgotten: new Set<string>(),
  };
  return compared.before.steps.flatMap((step) =>
    answerFindings(step, compared).map(({ code }) => code),
  );
}

test.each([
  ["finer steps", "min: 0, max: 12, step: 1", "min: 0, max: 12, step: 0.5", []],
  [
    "coarser steps",
    "min: 0, max: 12, step: 2",
    "min: 0, max: 12, step: 4",
    ["live/bounds-narrowed"],
  ],
  [
    "steps that are no part of the old ones",
    "min: 0, max: 12, step: 2",
    "min: 0, max: 12, step: 1.5",
    ["live/bounds-narrowed"],
  ],
  [
    "steps from another beginning",
    "min: 0, max: 12, step: 2",
    "min: -1, max: 13, step: 2",
    ["live/bounds-narrowed"],
  ],
  [
    "more room by whole steps",
    "min: 0, max: 12, step: 2",
    "min: -4, max: 16, step: 2",
    [],
  ],
  ["a measure", "measure: number", "measure: height", ["live/kind-changed"]],
  ["no measure", "measure: weight", "measure: number", ["live/kind-changed"]],
  ["the same measure", "measure: height", "measure: height, min: 100", []],
  ["tenths", "min: 0.1, max: 1, step: 0.3", "min: 0.1, max: 1, step: 0.1", []],
])("answers in %s", (_, before, after, expected) => {
  expect(codesOf(before, after)).toEqual(expected);
});
