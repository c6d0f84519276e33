import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

/**
 * Makes the files of an empty embedded database where there are none. PGlite copies them one by one, and takes the
 * first of them for a whole database at the next start; so they are made aside and moved into place when all are
 * there and on the disk. Only the holder of the folder's lock may call this.
 */
export async function provideFiles(files: string): Promise<void> {
  if (areThere(files)) return;
  const draft = `${files}.new`;
  rmSync(draft, { recursive: true, force: true });
  const client = await PGlite.create(draft);
  await client.close();
  await syncTree(draft);
  renameSync(draft, files);
  await syncOne(dirname(files));
}

/** Where an embedded database lies in the data folder. */
export function filesIn(dataDir: string): string {
  return join(dataDir, "pglite");
}

/** Whether a folder holds an embedded database. */
export function areThere(files: string): boolean {
  return existsSync(join(files, "PG_VERSION"));
}

/** Has all files below a folder, and their names, on the disk. */
export async function syncTree(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  await Promise.all(names.map((name) => syncOne(join(folder, name))));
  await syncOne(folder);
}

/** What is kept of a folder itself is its list of names. */
async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
