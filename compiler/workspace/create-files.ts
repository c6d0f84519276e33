import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { discard } from "./atomic-write.ts";

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes files that there are not yet, in their order, and the folders that they need: all of them, or none where one
 * cannot be written. A process that is killed leaves no file half written, and none without those before it.
 */
export function createFiles(files: readonly NewFile[]): void {
  const folders: string[] = [];
  const drafts: { readonly draft: string; readonly path: string }[] = [];
  const made: string[] = [];
  try {
    for (const { path, text } of files) {
      const folder = mkdirSync(dirname(path), { recursive: true });
      if (folder !== undefined) folders.push(folder);
      const draft = `${path}.${randomUUID()}.tmp`;
      drafts.push({ draft, path });
      writeFileSync(draft, text);
    }
    for (const { draft, path } of drafts) {
      renameSync(draft, path);
      made.push(path);
    }
  } catch (error) {
    for (const path of [...made, ...drafts.map(({ draft }) => draft)])
      discard(path);
    for (const folder of folders)
      rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
