import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCompiler } from "../../compiler/compile.ts";
import { readContent, rereadFile } from "../../compiler/workspace/content.ts";
import { checkEnvironment } from "../../compiler/workspace/environment.ts";
import { generateTree } from "./generate.ts";
import { ROOT } from "../../compiler/testing/root.ts";

const FUNNELS = 1_000;
const CHANGES = 21;

/** How long it takes to read and check again when one of a thousand funnels has changed, as `check --watch` does. */
export async function benchWatch(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "funnels-bench-"));
  try {
    generateTree(dir, { funnels: FUNNELS, pagesPerFunnel: 40 });
    const compile = createCompiler(checkEnvironment(ROOT, "", () => []));
    let files = readContent(dir);
    compile(files);
    const times = Array.from({ length: CHANGES }, (_, round) => {
      // Another funnel each round, by a comment: the text is new, the meaning is not.
      const changed = join(dir, files[100 + round]?.name ?? "");
      appendFileSync(changed, `\n# ${round}\n`);
      const started = performance.now();
      files = rereadFile(files, dir, changed);
      compile(files);
      return performance.now() - started;
    }).toSorted((a, b) => a - b);
    const middle = times[Math.floor(CHANGES / 2)] ?? Number.NaN;
    console.log(
      `one of ${FUNNELS} funnels changed: median ${middle.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
