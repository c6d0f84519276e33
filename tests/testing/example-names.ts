import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";

/** The variables that `.env.example` lists. */
export function exampleNames(): string[] {
  const text = readFileSync(join(ROOT, ".env.example"), "utf8");
  return [...text.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = ""]) => name);
}
