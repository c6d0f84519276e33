import { type ContentFile, kindOf } from "../parse/file-name.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LintResult } from "../link-context.ts";
import type { Share } from "./share.ts";
import { startThreads } from "./start.ts";

/** Checks a whole content root once: all its findings, sorted. Large trees are shared between the processor's cores. */
export async function checkFiles(
  root: string,
  files: readonly ContentFile[],
  contentDir: string,
  prefix: string,
): Promise<readonly Diagnostic[]> {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const isFunnel = (name: string) => kindOf(name) === "funnel";
  const names = [...texts.keys()];
  const share: Share = {
    root,
    contentDir,
    prefix,
    others: names.filter((name) => !isFunnel(name)),
    funnels: names.filter(isFunnel),
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  };
  const helpers = startThreads(share);
  // Loaded while the other threads start.
  const [{ lintTree }, { lintShare }] = await Promise.all([
    import("../compile.ts"),
    import("./share.ts"),
  ]);
  const { context, linted } = lintShare(share, (name) => texts.get(name) ?? "");
  const others = await Promise.all(helpers.map((helper) => helper.linted));
  const results: LintResult[] = [];
  for (const [position, result] of [linted, ...others].flat())
    results[position] = result;
  return lintTree(files, prefix, context, results);
}
