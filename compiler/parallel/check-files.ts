import { kindOf } from "../parse/file-name.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LintResult } from "../link-context.ts";
import type { AssetNames, StoredFile } from "../workspace/content.ts";
import type { Share } from "./share.ts";
import { startThreads } from "./start.ts";

/** Everything that a check depends on beside the checkout. */
export interface CheckInput {
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly files: readonly StoredFile[];
  readonly assets: AssetNames;
}

/** What became of funnels before, by their names. */
export interface KnownResults {
  find(name: string): LintResult | null;
  keep(name: string, result: LintResult): void;
}

/**
 * Checks a whole content root: all its findings, sorted. Funnels with a known result are not read again; the others
 * are shared between the processor's cores when there are many.
 */
export async function checkFiles(
  root: string,
  { prefix, files, assets }: CheckInput,
  known: KnownResults | null = null,
): Promise<readonly Diagnostic[]> {
  const isFunnel = ({ name }: StoredFile) => kindOf(name) === "funnel";
  const funnels = files.filter(isFunnel);
  const results = new Map<string, LintResult>();
  for (const { name } of funnels) {
    const result = known?.find(name) ?? null;
    if (result !== null) results.set(name, result);
  }
  const unknown = funnels.filter(({ name }) => !results.has(name));
  const share: Share = {
    root,
    prefix,
    assets,
    others: files.filter((file) => !isFunnel(file)).map(bytesOf),
    names: funnels.map(({ name }) => name),
    funnels: unknown.map(bytesOf),
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  };
  const helpers = startThreads(share);
  // Loaded while the other threads start.
  const [{ lintTree }, { linkOthers, lintShare }] = await Promise.all([
    import("../compile.ts"),
    import("./share.ts"),
  ]);
  const linker = linkOthers(share);
  const own = lintShare(share, linker);
  const others = await Promise.all(helpers.map((helper) => helper.linted));
  for (const [position, result] of [own, ...others].flat()) {
    const name = unknown[position]?.name ?? "";
    results.set(name, result);
    known?.keep(name, result);
  }
  const inOrder = funnels.flatMap(({ name }) => results.get(name) ?? []);
  return lintTree(files, prefix, linker.context, inOrder);
}

// A getter would be read, and its text copied, on the way to another thread.
function bytesOf({ name, bytes }: StoredFile) {
  return { name, bytes };
}
