import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { EmittedFile } from "../emit/file.ts";

/**
 * Makes `dir` hold exactly `files`: writes those whose content changed, so that watchers see no others,
 * and removes strays. Returns the names of the files written.
 */
export function writeFiles(
  dir: string,
  files: readonly EmittedFile[],
): string[] {
  const wanted = new Set(files.map((file) => file.name));
  mkdirSync(dir, { recursive: true });
  for (const entry of readdirSync(dir, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dir.length + 1).replaceAll("\\", "/");
    if (!wanted.has(name)) rmSync(path);
  }
  return files
    .filter((file) => writeChanged(join(dir, file.name), file.content))
    .map((file) => file.name);
}

function writeChanged(path: string, content: string): boolean {
  if (readOrNull(path) === content) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return true;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
