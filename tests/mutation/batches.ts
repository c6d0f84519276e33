import { dirname, relative } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import type { Lane, Outcome } from "./driver.ts";
import { fileOf } from "./mutants.ts";
import type { Plan } from "./runner.ts";
import type { Met } from "./setup.ts";

/** Tests that take longer are left to runs with one mutant each; milliseconds. */
const QUICK_MS = 3_000;

interface TestFile {
  readonly file: string;
  /** By the id of a test: what is still to be tried on it. */
  readonly open: Map<string, Set<string>>;
  /** Of its quick tests, on average; milliseconds. */
  readonly took: number;
}

interface Turn {
  readonly file: TestFile;
  /** Whether mutants of the same folder alone are tried. */
  readonly isNear: boolean;
}

/**
 * Tries mutants where that is cheap: file by file, all that its tests come by in one process. A mutant that is noticed
 * is tried no more. Those that are left are not ones that survive: what is met before a file's first test, or by tests
 * that cannot be repeated, is not tried here.
 */
export class Batches {
  readonly noticed = new Set<string>();
  readonly #turns: Turn[];

  constructor(all: readonly Met[], mutants: readonly string[]) {
    const known = new Set(mutants);
    const files = all
      .map((met) => testFileOf(met, known))
      .toSorted((one, other) => one.took - other.took);
    // Most mutants are noticed by tests of their own folder.
    this.#turns = [true, false].flatMap((isNear) =>
      files.map((file) => ({ file, isNear })),
    );
  }

  /** Takes one turn after the other, until there are none. */
  async work(lane: Lane): Promise<void> {
    for (
      let turn = this.#turns.shift();
      turn !== undefined;
      turn = this.#turns.shift()
    ) {
      const before = this.noticed.size;
      await this.#exhaust(lane, turn);
      const count = this.noticed.size;
      if (count > before)
        console.log(`${count} noticed, with ${turn.file.file}`);
    }
  }

  async #exhaust(lane: Lane, turn: Turn): Promise<void> {
    const { file } = turn;
    for (
      let plan = this.#planOf(turn);
      plan !== null;
      plan = this.#planOf(turn)
    ) {
      const outcome = await lane.batch(file.file, plan);
      this.#learn(file, outcome);
      if (outcome.end === "done" || outcome.steps.length === 0) return;
    }
  }

  #planOf({ file: { file, open }, isNear }: Turn): Plan | null {
    const isFor = (name: string) =>
      !this.noticed.has(name) &&
      (!isNear || dirname(fileOf(name)) === dirname(file));
    const plan = [...open].flatMap(([test, names]) => {
      const left = [...names].filter(isFor);
      return left.length > 0 ? [[test, left] as const] : [];
    });
    return plan.length === 0 ? null : Object.fromEntries(plan);
  }

  #learn({ open }: TestFile, { steps, end }: Outcome): void {
    for (const { test, mutant, state } of steps)
      if (state === "begins") open.get(test)?.delete(mutant);
      else if (state === "noticed") this.noticed.add(mutant);
      else if (state === "passes once") open.delete(test);
    const last = steps.at(-1);
    if (end !== "stuck" || last === undefined) return;
    // The same test was not stuck a moment ago, without the mutant.
    if (last.state === "begins" && last.mutant !== "")
      this.noticed.add(last.mutant);
    else open.delete(last.test);
  }
}

function testFileOf(
  { testPath, met, took }: Met,
  known: ReadonlySet<string>,
): TestFile {
  const quick = Object.entries(met).filter(
    ([test]) => test !== "" && (took[test] ?? Infinity) < QUICK_MS,
  );
  const total = quick.reduce((sum, [test]) => sum + (took[test] ?? 0), 0);
  return {
    file: relative(ROOT, testPath),
    open: new Map(
      quick.map(([test, names]) => [
        test,
        new Set(names.filter((name) => known.has(name))),
      ]),
    ),
    took: total / Math.max(quick.length, 1),
  };
}
