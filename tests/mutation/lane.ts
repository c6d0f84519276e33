/**
 * A process that runs tests over one mutant after the other. What is loaded and transformed for the first is there for
 * all; a mutant that goes round for ever ends with its process.
 */
import { ROOT } from "../../compiler/testing/root.ts";
import { createVitest, type TestProject } from "vitest/node";
import type { Plan } from "./runner.ts";

/** Tests of one file that come by a mutant; null: all of them. */
export interface Wanted {
  readonly file: string;
  readonly ids: readonly string[] | null;
}

/** Is this mutant noticed by these tests? */
export interface Question {
  readonly mutant: string;
  readonly wanted: Wanted;
}

/** Many mutants to be tried on one file; what comes of it stands in the log, step by step. */
export interface Batch {
  readonly file: string;
  readonly plan: Plan;
  readonly log: string;
}

/** To a question whether the mutant lives, to a batch that it is through. */
export type Answer = "killed" | "survives" | "done";

const vitest = await createVitest("test", {
  root: ROOT,
  config: "tests/mutation/vitest.config.ts",
  watch: false,
  maxWorkers: 1,
  bail: 1,
  reporters: [{}],
});
await vitest.standalone();
const [project] = vitest.projects;
if (project === undefined) throw new Error("there is no project of tests");

process.on("message", (asked: Question | Batch) => {
  const answer =
    "plan" in asked ? carryOut(project, asked) : answerTo(project, asked);
  void answer.then((said) => process.send?.(said));
});
// Of its own group, with a worker that may be going round for ever.
process.once("disconnect", () => process.kill(-process.pid, "SIGKILL"));
process.send?.("ready");

async function carryOut(
  within: TestProject,
  { file, plan, log }: Batch,
): Promise<Answer> {
  vitest.provide("mutant", "");
  vitest.provide("batch", { plan, log });
  await vitest.runTestSpecifications([
    within.createSpecification(`${ROOT}/${file}`, {
      testIds: Object.keys(plan),
    }),
  ]);
  vitest.provide("batch", undefined);
  return "done";
}

async function answerTo(
  within: TestProject,
  question: Question,
): Promise<Answer> {
  return (await isKilled(within, question)) ? "killed" : "survives";
}

/** What has passed while no mutant was at work, by file and tests. */
const passing = new Set<string>();

/** Throws where no test ran: a mutant that nobody tried is not one that survived. */
async function isKilled(
  within: TestProject,
  { mutant, wanted }: Question,
): Promise<boolean> {
  if (await passes(within, mutant, wanted)) return false;
  // Tests that fail alone, without those before them or by chance, have noticed nothing.
  if (await isPassing(within, wanted)) return true;
  const whole = { ...wanted, ids: null };
  if (await passes(within, mutant, whole)) return false;
  return isPassing(within, whole);
}

async function isPassing(
  within: TestProject,
  wanted: Wanted,
): Promise<boolean> {
  const key = JSON.stringify(wanted);
  if (!passing.has(key) && (await passes(within, "", wanted))) passing.add(key);
  return passing.has(key);
}

/** Whether these tests pass while a mutant is at work; none is by the name "". */
async function passes(
  within: TestProject,
  mutant: string,
  { file, ids }: Wanted,
): Promise<boolean> {
  vitest.provide("mutant", mutant);
  const path = `${ROOT}/${file}`;
  const options = ids === null ? undefined : { testIds: [...ids] };
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    within.createSpecification(path, options),
  ]);
  if (unhandledErrors.length > 0) return false;
  // Those of earlier runs are told again, as they ended then.
  const tests = testModules.find(({ moduleId }) => moduleId === path);
  if (tests === undefined) throw new Error(`${file} did not run`);
  if (!tests.ok()) return false;
  if ([...tests.children.allTests("passed")].length === 0)
    throw new Error(`no test of ${file} ran`);
  return true;
}
