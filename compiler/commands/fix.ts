import { join } from "node:path";
import {
  type Change,
  type Diagnostic,
  fileOf,
} from "../diagnostics/diagnostic.ts";
import { info } from "../diagnostics/wording-entry.ts";
import { applyFixes } from "../edit/apply.ts";
import { isAdjustable, severityOf } from "../rules/excuses.ts";
import { prefixOf } from "../workspace/content.ts";
import { replaceFile } from "../workspace/replace-file.ts";
import type { CheckOptions, Run } from "./check-options.ts";

/** Fixing one mistake can bring another to light; so many times it is looked again. */
const ROUNDS = 5;

/**
 * Applies fixes to the files until none is left that can be applied; the last check, or null where `run` had none. A file
 * that was saved since it was checked is checked again first.
 */
export async function fixFiles(
  run: () => Promise<Run | null>,
  options: CheckOptions,
): Promise<Run | null> {
  const fixed = new Map<string, number>();
  try {
    return await fixUntilNone(run, options, fixed);
  } finally {
    if (options.format === "pretty")
      for (const [file, count] of fixed)
        console.log(`${file}: ${count} mended`);
  }
}

/** The same; `fixed` has how many fixes each file got, also where one of the files may not be written. */
async function fixUntilNone(
  run: () => Promise<Run | null>,
  { content, fix }: CheckOptions,
  fixed: Map<string, number>,
): Promise<Run | null> {
  const prefix = prefixOf(content);
  let last = await run();
  for (let round = 0; last !== null && round < ROUNDS; round++) {
    const fixes = fixesIn(last.checked.diagnostics, fix === "all");
    let applied = 0;
    for (const { name, text } of last.files) {
      const file = prefix + name;
      const known = fixes.get(file);
      if (known === undefined) continue;
      const result = applyFixes(file, text, known);
      if (result.applied === 0) continue;
      applied += result.applied;
      if (replaceFile(join(content, name), text, result.text))
        fixed.set(file, (fixed.get(file) ?? 0) + result.applied);
    }
    if (applied === 0) break;
    last = await run();
  }
  return last;
}

/**
 * The fixes of each file. A remark is no mistake, and is left to whoever reads it; what can be excused is left while an
 * excuse has a wrong code: it may be what was meant.
 */
function fixesIn(
  diagnostics: readonly Diagnostic[],
  all: boolean,
): ReadonlyMap<string, readonly (readonly Change[])[]> {
  const isUnclear = diagnostics.some(
    ({ code }) => code === "ignore/not-allowed",
  );
  const fixes = new Map<string, (readonly Change[])[]>();
  for (const { code, severity, fix } of diagnostics) {
    const [first] = fix?.changes ?? [];
    if (fix === undefined || first === undefined || severity === info) continue;
    if (isUnclear && isAdjustable(severityOf(code))) continue;
    const file = fileOf(first);
    if (all || fix.kind === "safe")
      fixes.set(file, [...(fixes.get(file) ?? []), fix.changes]);
  }
  return fixes;
}
