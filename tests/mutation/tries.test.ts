import { expect, test } from "vitest";
import { mostTries, tries } from "./tries.ts";

/** What is found of a test that fails as `fails` says of each try: with which mutant, and how often it ran before. */
function found(
  mutants: readonly string[],
  fails: (mutant: string, before: number) => boolean,
): { readonly findings: readonly string[]; readonly tried: readonly string[] } {
  const findings: string[] = [];
  const tried: string[] = [];
  const all = tries(mutants, (finding, mutant) =>
    findings.push([finding, mutant].join(" ").trim()),
  );
  for (let next = all.next(); next.done !== true;) {
    const before = tried.length;
    tried.push(next.value);
    next = all.next(fails(next.value, before));
  }
  return { findings, tried };
}

test("a test runs twice without a mutant before it is believed", () => {
  expect(found(["a", "b"], () => false)).toEqual({
    findings: [],
    tried: ["", "", "a", "b"],
  });
  expect(found(["a"], (_, before) => before === 1)).toEqual({
    findings: ["passes once"],
    tried: ["", ""],
  });
  expect(found([], () => false).tried).toEqual([]);
});

test("a mutant is noticed by a test that fails with it each time, and passes without", () => {
  const mutants = ["a", "b", "c"];
  expect(found(mutants, (mutant) => mutant === "b")).toEqual({
    findings: ["noticed b"],
    tried: ["", "", "a", "b", "", "b", "c"],
  });
  expect(found(mutants, (mutant) => mutant !== "").tried).toHaveLength(
    mostTries(mutants),
  );
});

test("what fails once only has noticed nothing", () => {
  const { findings } = found(["a", "b"], (_, before) => before === 2);
  expect(findings).toEqual([]);
});

test("where a mutant leaves behind what makes others fail, that is the end", () => {
  const { findings, tried } = found(
    ["a", "b"],
    (mutant, before) => mutant === "a" || before > 2,
  );
  expect(findings).toEqual(["broken"]);
  expect(tried).toEqual(["", "", "a", ""]);
});
