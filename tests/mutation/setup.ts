import { appendFileSync } from "node:fs";
import { afterAll, beforeEach, expect, inject } from "vitest";

/** What the mutated modules look at, and tell. */
declare global {
  var mutant: string | undefined;
  var met: ((name: string) => void) | undefined;
}
declare module "vitest" {
  export interface ProvidedContext {
    readonly mutant?: string;
  }
}

/** One file of tests: mutants by the id of the test that came by them; by "" what came by before the first. */
export interface Met {
  readonly testPath: string;
  readonly met: Readonly<Record<string, readonly string[]>>;
}

globalThis.mutant = inject("mutant");

const log = process.env["MUTANTS_MET"];
if (log !== undefined) {
  const met = new Map<string, Set<string>>();
  let test = "";
  beforeEach(({ task }) => {
    test = task.id;
  });
  globalThis.met = (name) => {
    met.set(test, (met.get(test) ?? new Set()).add(name));
  };
  afterAll(() => {
    const { testPath = "" } = expect.getState();
    const line: Met = {
      testPath,
      met: Object.fromEntries([...met].map(([id, names]) => [id, [...names]])),
    };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  });
}
