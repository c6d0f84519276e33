import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { sortDiagnostics } from "../diagnostics/diagnostic.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { type Checked, print } from "../report/print.ts";
import type { CheckOptions, Run } from "./check-options.ts";
import { isDirectory, prefixOf, readContent } from "../workspace/content.ts";

/** Reports every finding of a content root; 1 when one of them is an error, 2 for an earlier state that is not there. */
export async function checkCommand(
  options: CheckOptions,
  checkout: Checkout,
): Promise<number> {
  const { content, format } = options;
  const form = { format, prefix: prefixOf(content) };
  if (options.watch === true) {
    const { watchCheck } = await import("./watch.ts");
    return watchCheck(content, form, checkout);
  }
  const run = async (): Promise<Run | null> => {
    const files = readContent(content);
    const found = options.cache
      ? await cachedCheck(files, content, checkout)
      : await freshCheck(files, content, checkout);
    const checked = await withLive(found, files, options, checkout);
    return checked === null ? null : { files, checked };
  };
  const done =
    options.fix === undefined
      ? await run()
      : await (await import("./fix.ts")).mend(run, options);
  if (done === null) return 2;
  const { checked, files } = done;
  print(checked, files, form);
  return checked.diagnostics.some(
    (diagnostic) => diagnostic.severity === "error",
  )
    ? 1
    : 0;
}

/** With what the change does to visitors, where content without mistakes is held against an earlier state; null where there is none. */
async function withLive(
  checked: Checked,
  files: readonly ContentFile[],
  { content, against }: CheckOptions,
  { root }: Checkout,
): Promise<Checked | null> {
  if (against === undefined) return checked;
  const [earlier, { liveFindings }, { loadCompiler }] = await Promise.all([
    import("../workspace/earlier.ts"),
    import("../live/compare.ts"),
    import("../load-compiler.ts"),
  ]);
  try {
    const before = await earlier.readEarlier(against, content, root);
    const compile = await loadCompiler(root, content, "emit");
    const { program, diagnostics } = compile(files);
    const live = program === null ? [] : liveFindings(before, program);
    return {
      ...checked,
      diagnostics: sortDiagnostics([...diagnostics, ...live]),
    };
  } catch (error) {
    if (!(error instanceof earlier.NotFound)) throw error;
    console.error(error.message);
    return null;
  }
}

async function freshCheck(
  files: readonly ContentFile[],
  contentDir: string,
  { root }: Checkout,
): Promise<Checked> {
  const { checkFiles } = await import("../parallel/check-files.ts");
  const prefix = prefixOf(contentDir);
  return {
    files: files.length,
    diagnostics: await checkFiles(root, files, contentDir, prefix),
  };
}

async function cachedCheck(
  files: readonly ContentFile[],
  contentDir: string,
  checkout: Checkout,
): Promise<Checked> {
  const { cacheKey, readCachedCheck, writeCachedCheck } =
    await import("../workspace/check-cache.ts");
  const dir = join(checkout.root, "node_modules/.cache/funnels");
  const key = cacheKey({
    fingerprint: checkout.fingerprint,
    prefix: prefixOf(contentDir),
    files,
    assets: assetNames(contentDir),
  });
  const known = readCachedCheck(dir, key);
  if (known !== null) {
    const diagnostics: Checked["diagnostics"] = JSON.parse(known);
    return { files: files.length, diagnostics };
  }
  const checked = await freshCheck(files, contentDir, checkout);
  writeCachedCheck(dir, key, JSON.stringify(checked.diagnostics));
  return checked;
}

function assetNames(contentDir: string): string[] {
  return readdirSync(contentDir)
    .filter((name) => isDirectory(join(contentDir, name)))
    .flatMap((brand) => {
      const dir = join(contentDir, brand, "assets");
      return isDirectory(dir)
        ? readdirSync(dir).map((name) => `${brand}/${name}`)
        : [];
    })
    .sort();
}
