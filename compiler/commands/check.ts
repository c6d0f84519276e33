import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import type { ContentFile } from "../parse/file-name.ts";
import { type Checked, type FORMATS, print } from "../report/print.ts";
import { isDirectory, prefixOf, readContent } from "../workspace/content.ts";

export interface CheckOptions {
  readonly content: string;
  readonly format: (typeof FORMATS)[number];
  readonly cache: boolean;
  readonly watch?: boolean;
}

/** Reports every finding of a content root; 1 when one of them is an error. */
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
  const files = readContent(content);
  const checked = options.cache
    ? await cachedCheck(files, content, checkout)
    : await freshCheck(files, content, checkout);
  print(checked, files, form);
  return checked.diagnostics.some(
    (diagnostic) => diagnostic.severity === "error",
  )
    ? 1
    : 0;
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
