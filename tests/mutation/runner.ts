import { appendFileSync } from "node:fs";
import { inject, type RunnerTestCase, TestRunner } from "vitest";
import { type Finding, mostTries, type Tries, tries } from "./tries.ts";

/** Mutants to be tried on one file of tests, in one go: by the id of a test that comes by them, their names. */
export type Plan = Readonly<Record<string, readonly string[]>>;

/** A line of what is told while a plan is carried out, as JSON: a try begins, ends, or has shown something. */
export interface Step {
  readonly test: string;
  /** "": none. */
  readonly mutant: string;
  readonly state: "begins" | "ends" | Finding;
}

/** Repeats each test of a plan, with one mutant after the other at work. */
// oxlint-disable-next-line import/no-default-export -- vitest takes a runner from there.
export default class MutantRunner extends TestRunner {
  readonly #batch = inject("batch");
  readonly #noticed = new Set<string>();
  /** Of the test that runs. */
  #tries: Tries | null = null;
  #next: IteratorResult<string, void> = { done: true, value: undefined };

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    const planned = this.#batch?.plan[test.id];
    this.#tries = null;
    if (planned === undefined) return;
    const mutants = planned.filter((mutant) => !this.#noticed.has(mutant));
    test.repeats = mostTries(mutants);
    this.#tries = tries(mutants, (finding, mutant) => {
      if (finding === "noticed") this.#noticed.add(mutant);
      this.#tell(test, mutant, finding);
    });
    this.#next = this.#tries.next();
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    if (this.#tries === null) return;
    // The try before may have failed.
    if (test.result !== undefined) {
      test.result.state = "run";
      delete test.result.errors;
    }
    if (this.#next.done === true) test.context.skip();
    else {
      globalThis.mutant = this.#next.value;
      this.#tell(test, this.#next.value, "begins");
    }
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    if (this.#tries === null || this.#next.done === true) return;
    globalThis.mutant = "";
    this.#tell(test, this.#next.value, "ends");
    this.#next = this.#tries.next(test.result?.state === "fail");
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    // What a mutant has failed ends no run.
    if (this.#tries !== null && test.result !== undefined)
      test.result.state = "pass";
    super.onAfterRunTask(test);
  }

  #tell({ id }: RunnerTestCase, mutant: string, state: Step["state"]): void {
    const step: Step = { test: id, mutant, state };
    if (this.#batch !== undefined)
      appendFileSync(this.#batch.log, `${JSON.stringify(step)}\n`);
  }
}
