import { appendFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect, inject } from "vitest";
import type { Plan } from "./runner.ts";

/** What the mutated modules look at, and tell. */
declare global {
  var mutant: string | undefined;
  var met: ((name: string) => void) | undefined;
}
declare module "vitest" {
  export interface ProvidedContext {
    readonly mutant?: string;
    /** What is tried on a file in one go, and the file that is told of it. */
    readonly batch?: { readonly plan: Plan; readonly log: string };
  }
}

/** One file of tests: mutants by the id of the test that came by them; by "" what came by before the first. */
export interface Met {
  readonly testPath: string;
  readonly met: Readonly<Record<string, readonly string[]>>;
  /** By the id of a test: milliseconds. */
  readonly took: Readonly<Record<string, number>>;
}

globalThis.mutant = inject("mutant");

const log = process.env["MUTANTS_MET"];
if (log !== undefined) {
  const met = new Map<string, Set<string>>();
  const took: Record<string, number> = {};
  let test = "";
  let start = 0;
  beforeEach(({ task }) => {
    test = task.id;
    start = performance.now();
  });
  afterEach(() => {
    took[test] = performance.now() - start;
  });
  globalThis.met = (name) => {
    met.set(test, (met.get(test) ?? new Set()).add(name));
  };
  afterAll(() => {
    const { testPath = "" } = expect.getState();
    const line: Met = {
      testPath,
      met: Object.fromEntries([...met].map(([id, names]) => [id, [...names]])),
      took,
    };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  });
}
