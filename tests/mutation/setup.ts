import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

/** What the mutated modules look at, and tell. */
declare global {
  var mutant: string | undefined;
  var met: ((name: string) => void) | undefined;
}

globalThis.mutant = process.env["MUTANT"];

const log = process.env["MUTANTS_MET"];
if (log !== undefined) {
  const met = new Set<string>();
  globalThis.met = (name) => void met.add(name);
  afterAll(() => {
    const { testPath } = expect.getState();
    appendFileSync(log, `${JSON.stringify({ testPath, met: [...met] })}\n`);
  });
}
