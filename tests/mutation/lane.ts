/**
 * A process that runs tests over one mutant after the other. What is loaded and transformed for the first is there for
 * all; a mutant that goes round for ever ends with its process.
 */
import { ROOT } from "../../compiler/testing/root.ts";
import { createVitest, type TestProject } from "vitest/node";

/** Tests of one file that come by a mutant; null: all of them. */
export interface Wanted {
  readonly file: string;
  readonly ids: readonly string[] | null;
}

/** What a lane is asked, and what it answers. */
export interface Question {
  readonly mutant: string;
  readonly wanted: readonly Wanted[];
}
export interface Answer {
  readonly mutant: string;
  readonly isKilled: boolean;
}

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

process.on("message", (question: Question) => {
  void isKilled(project, question).then((killed) => {
    const answer: Answer = { mutant: question.mutant, isKilled: killed };
    process.send?.(answer);
  });
});
process.once("disconnect", () => void vitest.close());
process.send?.("ready");

/** Throws where no test ran: a mutant that nobody tried is not one that survived. */
async function isKilled(
  within: TestProject,
  { mutant, wanted }: Question,
): Promise<boolean> {
  vitest.provide("mutant", mutant);
  for (const { file, ids } of wanted) {
    const options = ids === null ? undefined : { testIds: [...ids] };
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      [within.createSpecification(`${ROOT}/${file}`, options)],
    );
    if (unhandledErrors.length > 0) return true;
    if (testModules.some((module) => !module.ok())) return true;
    const ran = testModules.flatMap((module) => [
      ...module.children.allTests("passed"),
    ]);
    if (ran.length === 0) throw new Error(`no test of ${file} ran`);
  }
  return false;
}
