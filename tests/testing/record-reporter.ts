import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { ROOT } from "../../compiler/testing/root.ts";
import { TAG } from "./long.ts";
import type { Outcome } from "./statements.ts";

/** Writes into the folder `TEST_RECORD` what became of each file of tests, for whoever asks what has run. */
export default class RecordReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env["TEST_RECORD"] ?? "";
    if (folder === "") return;
    const outcomes = Object.fromEntries(
      modules.map((module) => [
        relative(ROOT, module.moduleId).replaceAll("\\", "/"),
        outcomeOf(module),
      ]),
    );
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(file, JSON.stringify(outcomes));
  }
}

function outcomeOf(module: TestModule): Outcome {
  if (!module.ok()) return "failed";
  const tests = [...module.children.allTests()];
  if (tests.some((test) => test.result().state === "passed")) return "ran";
  return tests.length > 0 && tests.every(({ tags }) => tags.includes(TAG.name))
    ? "left to the night"
    : "skipped";
}
