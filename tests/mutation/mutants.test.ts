import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { EXCUSED } from "./excused.ts";
import { fileOf, mutate } from "./mutants.ts";

const SOURCE = `function which(first, second) {
  let said = "neither";
  if (first) said = "first";
  else if (second) said = "second";
  return said;
}`;
const { code, mutants } = mutate("which.ts", SOURCE);

afterEach(() => {
  globalThis.mutant = undefined;
});

/** What the function says of all it may be asked, with all mutants in it. */
function answers(): readonly string[] {
  const which: (first: boolean, second: boolean) => string =
    // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is code.
    new Function(`${code}; return which;`)();
  return [which(true, true), which(false, true), which(false, false)];
}

test("a program with all its mutants does the same as long as none is at work", () => {
  expect(answers()).toEqual(["first", "second", "neither"]);
});

test("each mutant changes what it names", () => {
  const changed = mutants.map(({ name }) => {
    globalThis.mutant = name;
    return [name.replace("which.ts: ", ""), answers().join(" ")];
  });
  expect(Object.fromEntries(changed)).toEqual({
    "first → true": "first first first",
    "first → false": "second second neither",
    "second → true": "first second second",
    "second → false": "first neither neither",
    'said = "first"; → nothing': "neither second neither",
    'said = "second"; → nothing': "first neither neither",
  });
});

test.each(Object.keys(EXCUSED))("%s is there to be excused", (name) => {
  const file = fileOf(name);
  const all = mutate(file, readFileSync(join(ROOT, file), "utf8")).mutants;
  expect(all.map((mutant) => mutant.name)).toContain(name);
});
