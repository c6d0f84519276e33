import { expect, test } from "vitest";
import { countConstants, countQuestions } from "./question-count.ts";

interface Sketch {
  readonly id: string;
  readonly to: readonly string[];
  readonly asks?: false;
  readonly isPage?: true;
  readonly sells?: true;
}

/** Questions of one choice, unless said otherwise, and where each leads. */
function count(steps: readonly Sketch[]) {
  return countQuestions(
    steps.map(({ id, asks, isPage, sells }) => ({
      id,
      isQuestion: isPage === undefined,
      flow: sells === true ? "offer" : "forward",
      traits: { answer: asks === false ? null : { kind: "one" } },
    })),
    steps.map(({ to }) => to.map((target) => ({ to: target }))),
  );
}

test.each<[string, readonly Sketch[], number, number, number?]>([
  ["nothing", [], 0, 0],
  [
    "a row, its information and what pages ask for",
    [
      { id: "a", to: ["info"] },
      { id: "info", to: ["b"], asks: false },
      { id: "b", to: ["name"] },
      { id: "name", to: ["oto"], isPage: true },
      { id: "oto", to: ["last"], asks: false, isPage: true, sells: true },
      { id: "last", to: [], isPage: true },
    ],
    2,
    2,
    3,
  ],
  [
    "a detour, and a way out",
    [
      { id: "a", to: ["b", "c", "end"] },
      { id: "b", to: ["c"] },
      { id: "c", to: ["end"] },
      { id: "end", to: [], asks: false, isPage: true },
    ],
    1,
    3,
  ],
  [
    "a loop",
    [
      { id: "a", to: ["b"] },
      { id: "b", to: ["a"] },
    ],
    2,
    2,
  ],
  ["a target that is no step", [{ id: "a", to: ["/terms"] }], 1, 1],
])("%s", (_, steps, fewest, most, asked = most) => {
  expect(count(steps)).toEqual({ fewest, most, asked });
});

test("texts get the most, in figures and in words", () => {
  expect(countConstants({ most: 26 })).toEqual({
    questions: "26",
    "questions-in-words": "twenty-six",
    "Questions-in-words": "Twenty-six",
  });
});
