import { expect, test } from "vitest";
import { diagnose, type Diagnostic } from "./diagnostic.ts";
import { onePerName } from "./one-per-name.ts";
import type { Span } from "./span.ts";

const at = (file: string, line: number): Span => {
  return { file, line, column: 5, endLine: line, endColumn: 9 };
};

const picture = (file: string, line: number, name = "sun.svg") =>
  diagnose("asset/unknown", at(file, line), {
    name,
    known: ["bear.svg", "hut.svg"],
    isEmpty: false,
  });

const step = (file: string, line: number, known: readonly string[]) =>
  diagnose("step/unknown", at(file, line), { name: "result", known });

/** Each with the places of its notes, and how many its fix changes. */
const told = (found: readonly Diagnostic[]) =>
  onePerName(found).map(({ at: { file, line }, notes, fix }) => [
    `${file}:${line}`,
    ...notes.map((note) => `${note.at.file}:${note.at.line} ${note.message}`),
    ...(fix === undefined ? [] : [fix.changes.length]),
  ]);

test("a picture that is gone is one mistake in all files of a brand, told at its first place", () => {
  expect(
    told([
      picture("x/a.yaml", 2),
      picture("x/a.yaml", 9),
      picture("x/b.yaml", 3),
    ]),
  ).toEqual([["x/a.yaml:2", "x/a.yaml:9 here too", "x/b.yaml:3 here too"]]);
});

test("another brand has other pictures", () => {
  const two = [picture("x/a.yaml", 1), picture("y/a.yaml", 1)];
  expect(onePerName(two)).toEqual(two);
});

test("another name is another mistake", () => {
  const two = [picture("a.yaml", 1), picture("a.yaml", 2, "moon.svg")];
  expect(onePerName(two)).toEqual(two);
});

test("a step is looked for in one funnel, and repaired wherever it is named there", () => {
  const known = ["results"];
  expect(
    told([
      step("a.yaml", 1, known),
      step("a.yaml", 2, known),
      step("b.yaml", 1, known),
    ]),
  ).toEqual([
    ["a.yaml:1", "a.yaml:2 here too", 2],
    ["b.yaml:1", 1],
  ]);
});

test("where something else is to be done about it, it is told apart", () => {
  const two = [step("a.yaml", 1, ["oto"]), step("a.yaml", 2, ["oto", "small"])];
  expect(onePerName(two)).toEqual(two);
});

test("four other places are shown, and the rest is counted", () => {
  const lines = [1, 2, 3, 4, 5, 6, 7];
  const [one = []] = told(lines.map((line) => picture("a.yaml", line)));
  expect(one).toHaveLength(5);
  expect(one.at(-1)).toBe("a.yaml:5 here too, and in 2 more places");
});

test("what is about no name stays as often as it is found", () => {
  const two = [1, 2].map((line) =>
    diagnose("path/duplicate", at("a.yaml", line), {
      path: "/quiz",
      brand: "demo",
    }),
  );
  expect(onePerName(two)).toEqual(two);
});
