import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Checkout } from "../checkout.mjs";
import type { Compilation, Compiler } from "../compile.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { github } from "../report/github.ts";
import { json } from "../report/json.ts";
import { pretty } from "../report/pretty.ts";
import { readContent } from "../workspace/content.ts";

export const FORMATS = ["pretty", "json", "github"] as const;

export interface CheckOptions {
  readonly content: string;
  readonly format: (typeof FORMATS)[number];
  readonly cache: boolean;
  readonly watch?: boolean;
}

type Checked = Pick<Compilation, "files" | "diagnostics">;

/** Reports every finding of a content root; 1 when one of them is an error, 2 when there is no such folder. */
export async function checkCommand(
  options: CheckOptions,
  checkout: Checkout,
): Promise<number> {
  if (!isDirectory(options.content)) {
    console.error(
      `There is no folder "${options.content}". Name the content root with --content DIR.`,
    );
    return 2;
  }
  if (options.watch === true) {
    const { watchCheck } = await import("./watch.ts");
    return watchCheck(options, checkout);
  }
  const files = readContent(options.content);
  const checked = options.cache
    ? await cachedCheck(files, options.content, checkout)
    : await freshCheck(files, options.content, checkout);
  print(checked, files, options);
  return checked.diagnostics.some(
    (diagnostic) => diagnostic.severity === "error",
  )
    ? 1
    : 0;
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What precedes file names in findings: the content root as it is seen from here. */
export function prefixOf(contentDir: string): string {
  return `${relative(process.cwd(), resolve(contentDir)).replaceAll("\\", "/") || "."}/`.replace(
    /^\.\//,
    "",
  );
}

/** The compiler is loaded only when it is needed: an unchanged tree costs little more than reading it. */
export async function loadCompiler(
  root: string,
  contentDir: string,
  purpose: "check" | "emit",
): Promise<Compiler> {
  const [{ createCompiler }, { readEnvironment }] = await Promise.all([
    import("../compile.ts"),
    import("../workspace/environment.ts"),
  ]);
  return createCompiler(
    readEnvironment(root, contentDir, prefixOf(contentDir), purpose),
  );
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

export function print(
  { diagnostics, files }: Checked,
  sources: readonly ContentFile[],
  options: CheckOptions,
): void {
  switch (options.format) {
    case "json":
      return console.log(json(diagnostics, files));
    case "github":
      if (diagnostics.length > 0) console.log(github(diagnostics));
      return;
    case "pretty": {
      const prefix = prefixOf(options.content);
      const texts = new Map(
        sources.map((file) => [prefix + file.name, file.text]),
      );
      return console.log(pretty(diagnostics, files, (file) => texts.get(file)));
    }
  }
}
