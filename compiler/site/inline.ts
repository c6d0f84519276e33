import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "vite";
import { DEFINES } from "./environment.ts";

/** Bundles one small script of the runtime into a self-contained text for an inline script element. */
export async function inlineScript(
  root: string,
  file: string,
): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "warn",
    define: DEFINES,
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(root, file), formats: ["iife"], name: "_" },
      rolldownOptions: { output: { extend: false } },
    },
  });
  const [bundle] = [result].flat();
  if (bundle === undefined || !("output" in bundle))
    throw new Error(`${file} gave no bundle`);
  return bundle.output[0].code.trim();
}

/** The source expression a Content-Security-Policy needs for an inline script or style. */
export function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
