import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { type Diagnostic, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import type { CheckInput } from "../parallel/check-files.ts";
import { tuneForCheck } from "../parallel/tune-for-check.ts";
import { print } from "../report/print.ts";
import {
  prefixOf,
  readAssetFiles,
  readContent,
  readStored,
} from "../workspace/content.ts";
import type { CheckOptions, Run } from "./check-options.ts";

/** Reports every finding of a content root; 1 when one of them is an error, 2 for an earlier state that is not there. */
export async function checkCommand(
  options: CheckOptions,
  checkout: Checkout,
): Promise<number> {
  const { content, format } = options;
  const prefix = prefixOf(content);
  const form = { format, prefix };
  if (options.watch === true) {
    const { watchCheck } = await import("./watch.ts");
    const cache = options.cache ? cacheOf(checkout) : null;
    return watchCheck(content, form, checkout, cache);
  }
  // A check that watches lives for hours, and gains from being optimized.
  tuneForCheck();
  const run = async (): Promise<Run | null> => {
    const files = readStored(content);
    const input = { prefix, files, assets: readAssetFiles(content) };
    const found = options.cache
      ? await cached(input, checkout)
      : await fresh(input, checkout);
    const diagnostics = await withLive(found, options, checkout);
    if (diagnostics === null) return null;
    return { files, checked: { files: files.length, diagnostics } };
  };
  const done =
    options.fix === undefined
      ? await run()
      : await (await import("./fix.ts")).fixFiles(run, options);
  if (done === null) return 2;
  const { checked, files } = done;
  print(checked, files, form);
  return checked.diagnostics.some(({ severity }) => severity === "error")
    ? 1
    : 0;
}

/** With what the change does to visitors, where content is held against an earlier state; null where there is none. */
async function withLive(
  found: readonly Diagnostic[],
  { content, against }: CheckOptions,
  { root }: Checkout,
): Promise<readonly Diagnostic[] | null> {
  if (against === undefined) return found;
  const [{ readEarlier }, { NotFound }, live, { loadCompiler }] =
    await Promise.all([
      import("../workspace/earlier.ts"),
      import("../workspace/both.ts"),
      import("../live/compare.ts"),
      import("../workspace/load-compiler.ts"),
    ]);
  try {
    const before = await readEarlier(against, content, root);
    const compile = await loadCompiler(root, content);
    const files = readContent(content);
    const { understood, unread } = compile(files);
    const said =
      understood === null
        ? live.notCompared(unread, prefixOf(content))
        : live.liveFindings(before, understood, unread);
    return sortDiagnostics([...found, ...said]);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    console.error(error.message);
    return null;
  }
}

async function fresh(input: CheckInput, { root }: Checkout) {
  const { checkFiles } = await import("../parallel/check-files.ts");
  return checkFiles(root, input);
}

async function cached(input: CheckInput, checkout: Checkout) {
  const { cachedCheck } = await import("../parallel/cached-check.ts");
  return cachedCheck(input, checkout, cacheOf(checkout));
}

function cacheOf({ root }: Checkout): string {
  return join(root, "node_modules/.cache/funnels");
}
