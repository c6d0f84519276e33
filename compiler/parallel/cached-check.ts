import { join } from "node:path";
import { type Checkout, fingerprintOf } from "../checkout.mjs";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LintResult } from "../link-context.ts";
import type { BrandFindings } from "../lint-tree.ts";
import {
  type CheckKeys,
  checkKeys,
  readCachedCheck,
  writeCachedCheck,
} from "../workspace/check-cache.ts";
import {
  openPacks,
  type ResultKey,
  type ResultPacks,
} from "../workspace/result-packs.ts";
import type { Checker, CheckInput } from "./check-files.ts";
import type { KnownResults } from "./checked-brand.ts";

/**
 * The findings of a content root, with what earlier checks kept in the folder `dir`: all of them when nothing has
 * changed, else the results of funnels that what has changed cannot matter to.
 */
export async function cachedCheck(
  input: CheckInput,
  { root, fingerprint }: Checkout,
  dir: string,
): Promise<readonly Diagnostic[]> {
  const keys = checkKeys({ fingerprint, ...input });
  const same = readCachedCheck(dir, keys.tree);
  if (same !== null) {
    const diagnostics: readonly Diagnostic[] = JSON.parse(same);
    return diagnostics;
  }
  const { createChecker } = await import("./check-files.ts");
  const check = createChecker(root, input.prefix);
  return checkFromKept(check, input, { root, fingerprint }, dir, keys);
}

/** The same for a checker that goes on with what it has found. */
export async function checkFromKept(
  check: Checker,
  input: CheckInput,
  { root, fingerprint }: Checkout,
  dir: string,
  keys = checkKeys({ fingerprint, ...input }),
): Promise<readonly Diagnostic[]> {
  const packs = openPacks(join(dir, "results"));
  const diagnostics = await check(input, known(packs, keys));
  // Schemas that changed meanwhile have been read by some of it, and no key stands for that.
  if (fingerprintOf(root) === fingerprint) {
    packs.write();
    writeCachedCheck(dir, keys.tree, JSON.stringify(diagnostics));
  }
  return diagnostics;
}

function known(packs: ResultPacks, keys: CheckKeys): KnownResults {
  return {
    brand(id) {
      const json = find(packs, keys.brands.get(id));
      if (json === null) return null;
      const findings: BrandFindings = JSON.parse(json);
      return findings;
    },
    keepBrand: (id, findings) => keep(packs, keys.brands.get(id), findings),
    funnel(name) {
      const json = find(packs, keys.funnels.get(name));
      if (json === null) return null;
      const result: LintResult = JSON.parse(json);
      return result;
    },
    keepFunnel: (name, result) => keep(packs, keys.funnels.get(name), result),
  };
}

function find(packs: ResultPacks, key: ResultKey | undefined): string | null {
  return key === undefined ? null : packs.find(key);
}

function keep(
  packs: ResultPacks,
  key: ResultKey | undefined,
  value: BrandFindings | LintResult,
): void {
  if (key !== undefined) packs.keep(key, JSON.stringify(value));
}
