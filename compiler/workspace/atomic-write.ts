import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

const STALE_AFTER_MS = 3_600_000;
const UNFINISHED = /^[0-9a-f]{64}\.[0-9a-f-]{36}\.tmp$/;

/**
 * Writes a file of a cache, so that another process sees it whole or not at all. False where nothing can be written:
 * for a cache that is no failure.
 */
export function writeWhole(
  path: string,
  content: string | readonly Uint8Array[],
): boolean {
  const unfinished = `${path.replace(/\.\w+$/, "")}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      unfinished,
      typeof content === "string" ? content : Buffer.concat(content),
    );
    renameSync(unfinished, path);
    return true;
  } catch {
    discard(unfinished);
    return false;
  }
}

/** The files of a cache, the newest first. What crashed writers left is removed on the way. */
export function newestFirst(
  dir: string,
  pattern: RegExp,
): { readonly path: string; readonly modified: number }[] {
  const files = readdirSync(dir).map((name) => {
    const path = join(dir, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { name, path, modified };
  });
  for (const { name, path, modified } of files)
    if (UNFINISHED.test(name) && Date.now() - modified > STALE_AFTER_MS)
      discard(path);
  return files
    .filter(({ name }) => pattern.test(name))
    .toSorted((a, b) => b.modified - a.modified);
}

export function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing can be done about a folder that is not ours; the next time tries again.
  }
}
