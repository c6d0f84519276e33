/** The folder `walk` holds what loads and asks the runtime's walker, and walks in a browser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";
import { emitLanguage } from "../emit/emit.ts";
import type { WalkModule } from "../shared/walk-contract.ts";
import { sharedModules } from "../site/compile-content.ts";
import { viteOptions } from "../site/vite-options.ts";
import {
  checkEnvironment,
  readCallFacts,
  readSchemaDir,
} from "../workspace/environment.ts";

/** No files: the bundler would look for settings beside them. */
const AS_IN_FOLDER = "generated:";

/**
 * The part of the runtime that walks through funnels, bundled anew from its sources: what it walks by is what visitors'
 * pages go by. `generated/` is neither read nor written: it may be of other content, and somebody may be developing it.
 */
export async function loadWalker(root: string): Promise<WalkModule> {
  const result = await build({
    ...viteOptions(root),
    plugins: [generated(root)],
    configFile: false,
    // That of the runtime leads to `generated/`.
    tsconfig: join(root, "compiler/tsconfig.json"),
    logLevel: "warn",
    build: {
      target: "node20",
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: { input: join(root, "runtime/walk/walk.ts") },
    },
  });
  const [output] = [result].flat();
  const chunk =
    output !== undefined && "output" in output ? output.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("the bundler gave no output");
  // Below the packages that it imports.
  const cache = join(root, "node_modules/.cache/funnels");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "walk-"));
  try {
    const file = join(folder, "walk.mjs");
    writeFileSync(file, chunk.code);
    const module: WalkModule = await import(pathToFileURL(file).href);
    return module;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What `generated/` has for any content, without the folder. */
function generated(root: string): Plugin {
  const folder = join(root, "generated");
  const files = emitLanguage({
    environment: checkEnvironment(root, "", () => []),
    api: readSchemaDir(root, "api"),
    call: readCallFacts(root),
    verbatim: sharedModules(root),
  });
  const modules = new Map(
    files.map(({ name, content }) => [`${AS_IN_FOLDER}${name}`, content]),
  );
  return {
    name: "generated",
    enforce: "pre",
    resolveId(source, importer = "") {
      if (!source.startsWith(".")) return null;
      const from = importer.startsWith(AS_IN_FOLDER)
        ? join(folder, importer.slice(AS_IN_FOLDER.length))
        : importer;
      const name = relative(folder, join(dirname(from), source));
      if (name.startsWith("..")) return null;
      const id = AS_IN_FOLDER + name.replaceAll("\\", "/");
      if (modules.has(id)) return id;
      throw new Error(`the walker imports generated/${name}, made of content`);
    },
    load(id) {
      const code = modules.get(id);
      return code === undefined ? null : { code, moduleType: "ts" };
    },
  };
}
