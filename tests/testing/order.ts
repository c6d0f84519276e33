import { readFileSync } from "node:fs";
import type { TestSequencer, TestSpecification } from "vitest/node";

/**
 * Files with a document first, each kind from the longest to the shortest. A process takes one file after the other, and
 * ends where the next one needs another environment: so that happens once. The order is the same everywhere.
 */
export class ByEnvironment implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const known = files.map((file) => {
      const text = readFileSync(file.moduleId, "utf8");
      const hasDocument = /^\/\/ @vitest-environment/m.test(text);
      return { file, rank: text.length + (hasDocument ? 1e9 : 0) };
    });
    return known.toSorted((a, b) => b.rank - a.rank).map(({ file }) => file);
  }

  /** The whole run is on one machine. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
