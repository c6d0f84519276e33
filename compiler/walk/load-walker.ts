import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { WalkModule } from "../shared/walk-contract.ts";
import { viteOptions } from "../site/vite-options.ts";

/**
 * The part of the runtime that walks through funnels, bundled anew from its sources and from `generated/`: what it
 * walks by is what visitors' pages go by.
 */
export async function loadWalker(root: string): Promise<WalkModule> {
  const result = await build({
    ...viteOptions(root),
    plugins: [],
    configFile: false,
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
