import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule } from "vitest/node";
import { ROOT } from "../../compiler/testing/root.ts";
import { TAG } from "./long.ts";
import type { Outcome } from "./statements.ts";

/** How a line begins that whoever waits for the tests is to see at once. */
export const TOLD_AT_ONCE = "✗ ";

/**
 * Tells of each file that fails when it has, and writes into the folder `TEST_RECORD` what became of each, for whoever
 * asks what has run.
 */
export default class RecordReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    for (const failure of failuresOf(module))
      console.log(`${TOLD_AT_ONCE}${fileOf(module)}: ${failure}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env["TEST_RECORD"] ?? "";
    if (folder === "") return;
    const outcomes = Object.fromEntries(
      modules.map((module) => [fileOf(module), outcomeOf(module)]),
    );
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(file, JSON.stringify(outcomes));
  }
}

function fileOf({ moduleId }: TestModule): string {
  return relative(ROOT, moduleId).replaceAll("\\", "/");
}

/** The names of the tests that failed and the first line of why; of a file that cannot be loaded, why. */
function failuresOf(module: TestModule): readonly string[] {
  const tests = [...module.children.allTests("failed")].map(
    (test) => `${test.fullName}: ${reasonOf(test.result().errors)}`,
  );
  return module.ok() || tests.length > 0 ? tests : [reasonOf(module.errors())];
}

function reasonOf(
  errors: readonly { readonly message: string }[] | undefined,
): string {
  return (
    stripVTControlCharacters(errors?.[0]?.message ?? "").split("\n")[0] ?? ""
  );
}

function outcomeOf(module: TestModule): Outcome {
  if (!module.ok()) return "failed";
  const tests = [...module.children.allTests()];
  if (tests.some((test) => test.result().state === "passed")) return "ran";
  return tests.length > 0 && tests.every(({ tags }) => tags.includes(TAG.name))
    ? "left to the night"
    : "skipped";
}
